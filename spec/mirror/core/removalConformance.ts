import { type Observable, Subscription } from 'rxjs'
import { bridge2025 } from '../../../lib/bridge.js'
import { documentedProfile } from '../../../lib/index.js'
import type { Feed } from '../../../lib/mirror/core/Feed.js'
import type { MirrorBatch, MirrorSettings } from '../../../lib/mirror/core/Mirror.js'
import { statement } from '../../../lib/mirror/core/Program.js'
import type { MirrorChange } from '../../../lib/mirror/log/MirrorChange.js'
import { waitUntil } from '../../helpers/waitUntil.js'
import { all, failure, type Place } from './place.js'
import { smallBank } from './smallBank.js'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const id = 'A6J'

/** The profiles, by whether they have operations for single items, accounts and transactions. */
const profiles = { default: documentedProfile, 'bridge 2025': bridge2025 as unknown as typeof documentedProfile }
type ProfileName = keyof typeof profiles
const names = Object.keys(profiles) as ReadonlyArray<ProfileName>
const kinds: ReadonlyArray<NonNullable<MirrorSettings['removedRows']>> = ['keep', 'delete']
const cases = names.flatMap((name) => kinds.map((removed) => [name, removed] as const))

/** How mirrors, on whatever database, find out that rows are gone. */
export const removalConformance = (name: string, open: () => Promise<Place>): void => {
  describe(`removed rows of a mirror on ${name}`, () => {
    let place: Place
    beforeEach(async () => {
      place = await open()
    })
    afterEach(() => place.close())

    /** A bank with two items, and a mirror of it that has had its first round. */
    const opened = async (profile: ProfileName = 'default', settings: MirrorSettings = {}) => {
      const bank = smallBank(profiles[profile])
      const [first, second] = [bank.item(), bank.item()]
      const [checking, savings] = [bank.account(first), bank.account(second)]
      bank.transaction(checking, -30)
      bank.transaction(checking, -5)
      bank.stock(checking)
      bank.transaction(savings, -7)
      bank.stock(savings)
      const mirror = place.createMirror({ clock: bank.clock, ...settings })
      const batches = (config = {}): Promise<ReadonlyArray<MirrorBatch>> =>
        all(mirror.sync(bank.user, { id, ...config }))
      const round = async (wait = 15 * minute, config = {}) => {
        bank.clock.advance(wait)
        return reported(await batches(config))
      }
      await batches()
      return { bank, mirror, round, first, second, checking, savings }
    }

    /** What a round told, by feeds: `-7 +8` for a row that was removed and one that changed. */
    const reported = (batches: ReadonlyArray<MirrorBatch>) => {
      const found: Record<string, string> = {}
      for (const { feed, changedIds, removedIds } of batches) {
        const words = [...removedIds.map((row) => `-${row}`), ...changedIds.map((row) => `+${row}`)]
        if (words.length > 0) found[feed] = [...(found[feed]?.split(' ') ?? []), ...words].sort().join(' ')
      }
      return found
    }

    const present = async (table: string) =>
      (await place.query(`SELECT id FROM ${place.table(table)} WHERE removed_at IS NULL ORDER BY id`)).map(
        (row) => row.id,
      )
    const sum = async () => {
      const [row] = await place.query(
        `SELECT CAST(sum(minor_units) AS text) AS cents FROM ${place.table('transactions')}
         WHERE user_id = '${id}' AND removed_at IS NULL`,
      )
      return Number(row?.cents)
    }
    /** The feeds whose last round was cut, so that the next one writes all rows of its overlap again. */
    const cut = async () =>
      (await place.query(`SELECT feed FROM ${place.table('checkpoints')} WHERE is_truncated ORDER BY feed`)).map(
        ({ feed }) => feed,
      )
    const stored = async (table: string) =>
      Number((await place.query(`SELECT count(*) AS rows FROM ${place.table(table)}`))[0]?.rows)

    describe.each(cases)('%s, %s', (profile, removedRows) => {
      const setUp = () => opened(profile, { removedRows })

      it('rows go with their item, once it is confirmed, and the sums are right', async () => {
        const { bank, round, first, checking } = await setUp()
        const gone = {
          transactions: bank.rows.transactions.filter(({ account_id }) => account_id === checking).map((row) => row.id),
          stocks: bank.rows.stocks.filter(({ account_id }) => account_id === checking).map((row) => row.id),
        }
        expect(await sum()).toBe(-4200)
        bank.disconnect(first)
        const rounds = [await round(), await round()]
        const expected = {
          items: `-${String(first)}`,
          accounts: `-${String(checking)}`,
          transactions: gone.transactions
            .map((row) => `-${String(row)}`)
            .sort()
            .join(' '),
          stocks: gone.stocks.map((row) => `-${String(row)}`).join(' '),
        }
        // A profile with an operation for one item needs one round, the others two.
        expect(rounds).toEqual(profile === 'default' ? [{}, expected] : [expected, {}])
        expect(await sum()).toBe(-700)
        expect(await stored('transactions')).toBe(removedRows === 'keep' ? 3 : 1)
      })

      it('a bank that is connected again under new ids is there once', async () => {
        const { bank, round, first } = await setUp()
        bank.disconnect(first)
        const account = bank.account(bank.item())
        bank.transaction(account, -30)
        bank.transaction(account, -5)
        await round()
        await round()
        expect(await sum()).toBe(-4200)
        expect(await present('accounts')).toHaveLength(2)
      })

      it.each(['items', 'accounts', 'stocks', 'transactions'] as const)(
        'a list of %s that is empty for a round removes nothing',
        async (list) => {
          const { bank, round } = await setUp()
          const kept = bank.rows[list]
          const shown = JSON.stringify(bank.rows)
          await round(day)
          for (const wait of [15 * minute, hour, 6 * hour]) {
            bank.answers.instead = (path) =>
              path.endsWith(`/${list}`) || path.endsWith(`/${list}/updated`)
                ? { status: 200, headers: {}, body: '{"resources":[],"pagination":{"next_uri":null}}' }
                : undefined
            expect(await round(wait)).toEqual({})
          }
          bank.answers.instead = () => undefined
          expect(await round()).toEqual({})
          expect(await present(list)).toHaveLength(kept.length)
          expect(JSON.stringify(bank.rows)).toBe(shown)
          expect(await stored('absences')).toBe(0)
        },
      )

      it('a list that shifts between two pages removes nothing', async () => {
        const { bank, round, second } = await setUp()
        const more = Array.from({ length: 4 }, () => bank.account(second))
        await round()
        let pages = 0
        bank.answers.before = (url) => {
          if (url.includes('/accounts?') && ++pages === 2) bank.rows.accounts = bank.rows.accounts.slice(1)
        }
        const before = bank.rows.accounts
        await round(15 * minute, { limit: 2 })
        bank.answers.before = () => undefined
        bank.rows.accounts = before
        expect(await round()).toEqual({})
        expect(await present('accounts')).toHaveLength(2 + more.length)
      })

      it('an account that comes back brings its rows with it', async () => {
        const { bank, round, checking } = await setUp()
        const before = { ...bank.rows }
        bank.vanish('accounts', checking)
        bank.rows.stocks = bank.rows.stocks.filter(({ account_id }) => account_id !== checking)
        bank.rows.transactions = bank.rows.transactions.filter(({ account_id }) => account_id !== checking)
        await round()
        await round()
        expect(await sum()).toBe(-700)
        bank.rows.accounts = before.accounts
        bank.rows.stocks = before.stocks
        bank.rows.transactions = before.transactions.filter(({ amount }) => amount !== -5)
        await round()
        expect(await sum()).toBe(-3700)
        expect(await present('stocks')).toHaveLength(2)
        expect(await present('accounts')).toHaveLength(2)
      })

      it('late rows of an account that is gone are not there again', async () => {
        const { bank, round, checking } = await setUp()
        const late = bank.rows.transactions.find(({ account_id }) => account_id === checking)
        bank.vanish('accounts', checking)
        await round()
        await round()
        bank.rows.transactions = bank.rows.transactions.map((row) =>
          row.id === late?.id ? { ...row, amount: -31, ...bank.stamp() } : row,
        )
        bank.transaction(checking, -99)
        expect(await round()).toEqual({})
        expect(await sum()).toBe(-700)
      })

      it('rows whose ids were issued anew, without a word of the old ones, are there once', async () => {
        const { bank, round, checking } = await setUp()
        bank.clock.advance(hour)
        for (const row of bank.rows.transactions.filter(({ account_id }) => account_id === checking)) {
          bank.vanish('transactions', row.id)
          bank.transaction(checking, row.amount as number)
        }
        await round()
        expect(await sum()).toBe(-7700)
        await round(day)
        await round()
        await round()
        expect(await sum()).toBe(-4200)
      })
    })

    it.each(kinds)(
      'rows leave when the access to their account is disabled, and return with it: %s',
      async (removed) => {
        const { bank, checking, round } = await opened('bridge 2025', { removedRows: removed })
        // More than the rows that a mirror asks for by themselves.
        for (let amount = 1; amount <= 20; amount++) bank.transaction(checking, -amount)
        const setAccess = (access: string) => {
          bank.rows.accounts = bank.rows.accounts.map((row) =>
            row.id === checking ? { ...row, data_access: access } : row,
          )
        }
        const { transactions, stocks } = bank.rows
        const shared = (rows: typeof transactions) => rows.filter(({ account_id }) => account_id !== checking)
        const idsOf = (rows: typeof transactions) =>
          rows
            .filter(({ account_id }) => account_id === checking)
            .map(({ id: row }) => String(row))
            .sort()
        const [gone, position] = [idsOf(transactions), idsOf(stocks)]
        await round()
        setAccess('disabled')
        bank.rows.transactions = shared(transactions)
        bank.rows.stocks = shared(stocks)
        // They are told as removed, in the same round, so that no sum of the account stays behind.
        expect(await round()).toEqual({
          accounts: `+${String(checking)}`,
          stocks: position.map((row) => `-${row}`).join(' '),
          transactions: gone.map((row) => `-${row}`).join(' '),
        })
        expect(
          await place.query(`SELECT * FROM ${place.table('booked_sums')} WHERE account_id = '${String(checking)}'`),
        ).toEqual([])
        expect(await round()).toEqual({})
        setAccess('enabled')
        bank.rows.transactions = transactions
        bank.rows.stocks = stocks
        expect(await round()).toEqual({
          accounts: `+${String(checking)}`,
          stocks: position.map((row) => `+${row}`).join(' '),
          transactions: gone.map((row) => `+${row}`).join(' '),
        })
      },
    )

    it.each<[string, ReadonlyArray<Feed> | undefined]>([
      ['in one round', undefined],
      ['in the next round', ['items', 'accounts']],
    ])(
      'rows are read whole %s after the access was enabled, and an hour later, when they are loaded',
      async (_, feeds) => {
        const { bank, checking, round } = await opened()
        const { accounts, transactions } = bank.rows
        bank.rows.accounts = accounts.map((row) => (row.id === checking ? { ...row, data_access: 'disabled' } : row))
        bank.rows.transactions = transactions.filter(({ account_id }) => account_id !== checking)
        await round()
        await round(2 * hour)
        const [early, late] = transactions.filter(({ account_id }) => account_id === checking)
        bank.rows.accounts = accounts.map((row) => (row.id === checking ? { ...row, data_access: 'enabled' } : row))
        bank.rows.transactions = transactions.filter((row) => row !== late)
        const found = { ...(await round(minute, feeds && { feeds })), ...(await round(minute)) }
        expect(found.transactions).toBe(`+${String(early?.id)}`)
        bank.rows.transactions = transactions
        expect((await round(61 * minute)).transactions).toBe(`+${String(late?.id)}`)
        bank.asked.length = 0
        for (let rounds = 0; rounds < 5; rounds++) await round(2 * hour)
        expect(bank.asked).not.toContain('/v2/transactions')
      },
    )

    it('reads whole lists an hour after a new item, also if they were due in its first round', async () => {
      const { bank, round } = await opened()
      const item = bank.item()
      bank.account(item)
      await round(day)
      bank.asked.length = 0
      await round(59 * minute)
      expect(bank.asked).not.toContain('/v2/transactions')
      await round(2 * minute)
      expect(bank.asked).toContain('/v2/transactions')
    })

    it('rows leave with the access to their account, if another account is invalid and the round fails', async () => {
      const { bank, checking, mirror, round } = await opened()
      bank.rows.accounts = bank.rows.accounts.map((row) =>
        row.id === checking ? { ...row, data_access: 'disabled' } : row,
      )
      bank.rows.accounts.push({ id: 'invalid' as never })
      const gone = bank.rows.transactions.filter(({ account_id }) => account_id === checking)
      bank.rows.transactions = bank.rows.transactions.filter(({ account_id }) => account_id !== checking)
      bank.answers.instead = (path) =>
        path.includes('/transactions') ? { status: 500, headers: {}, body: '' } : undefined
      const config = { id, onInvalidRow: 'report' } as const
      expect(await failure(mirror.sync(bank.user, config))).toMatchObject({ _tag: 'FeedsFailed' })
      bank.answers.instead = () => undefined
      expect(await round(15 * minute, config)).toEqual({
        transactions: gone
          .map((row) => `-${String(row.id)}`)
          .sort()
          .join(' '),
      })
    })

    it('tells what went with an account in one transaction, to `extraStatements` and to listeners', async () => {
      const { bank, mirror, round, checking } = await opened('bridge 2025')
      const heard: Array<MirrorChange> = []
      const listening = mirror.changes$.subscribe((change) => heard.push(change))
      const until = (length: number) => waitUntil(() => heard.length >= length)
      await until(1)
      await place.query(`CREATE TABLE ${place.table('removals')} (feed text, rows integer)`)
      bank.disconnect(1)
      const isRefused = { now: true }
      const config = {
        *extraStatements({ feed, removedIds }: { readonly feed: string; readonly removedIds: ReadonlyArray<string> }) {
          yield statement(`INSERT INTO ${place.table('removals')} VALUES ($1, $2)`, feed, removedIds.length)
          if (feed === 'items' && isRefused.now) throw new Error('refused')
        },
      }
      bank.clock.advance(minute)
      expect(await failure(mirror.sync(bank.user, { id, ...config }) as Observable<unknown>)).toEqual(
        new Error('refused'),
      )
      expect([await stored('removals'), await sum()]).toEqual([0, -4200])
      isRefused.now = false
      await round(minute, config)
      const rows = await place.query(`SELECT feed, rows FROM ${place.table('removals')} ORDER BY feed`)
      expect(rows.map(({ feed, rows: count }) => [feed, Number(count)])).toEqual([
        ['accounts', 1],
        ['items', 1],
        ['stocks', 1],
        ['transactions', 2],
      ])
      await until(5)
      listening.unsubscribe()
      const changed = heard.flatMap((change) => (change._tag === 'Changed' ? [change] : []))
      expect(new Set(changed.map(({ user, feed, count }) => `${user} ${feed} ${String(count)}`))).toEqual(
        new Set(['accounts 1', 'stocks 1', 'transactions 2', 'items 1'].map((one) => `${id} ${one}`)),
      )
      expect(changed.find(({ feed }) => feed === 'accounts')).toMatchObject({ ids: [String(checking)] })
    })

    it('asks for few of many rows, and believes a list that the service confirms', async () => {
      const { bank, round, second, savings } = await opened('bridge 2025')
      const accounts = Array.from({ length: 30 }, () => bank.account(second))
      await round()
      bank.rows.accounts = bank.rows.accounts.filter((row) => !accounts.includes(row.id))
      bank.asked.length = 0
      await round()
      const single = bank.asked.filter((path) => /accounts\/\d+$/.test(path))
      expect(single).toHaveLength(10)
      expect(await present('accounts')).toHaveLength(22)
      await round()
      expect(await present('accounts')).toHaveLength(2)
      expect(await present('accounts')).toContain(String(savings))
    })

    it('a list that lacks a row which the service shows by itself removes nothing else', async () => {
      const { bank, round } = await opened('bridge 2025')
      const kept = bank.rows.accounts
      bank.answers.instead = (path) =>
        path.endsWith('/accounts') ? { status: 200, headers: {}, body: '{"resources":[]}' } : undefined
      for (const wait of [hour, day, day]) expect(await round(wait)).toEqual({})
      expect(await present('accounts')).toHaveLength(kept.length)
    })

    it.each([
      ['503', { status: 503, headers: {}, body: '{"type":"down","message":"maintenance"}' }],
      ['404 of something else', { status: 404, headers: {}, body: '<html>not here</html>' }],
    ])('a request for the row that fails with %s is no word of the service', async (_, answer) => {
      const { bank, round, checking } = await opened('bridge 2025')
      bank.vanish('accounts', checking)
      bank.answers.instead = (path) => (/accounts\/\d+$/.test(path) ? answer : undefined)
      const config = { timeout: 1000 }
      expect(await round(15 * minute, config)).toEqual({})
      expect(await present('accounts')).toHaveLength(2)
    })

    it('an emptied list without operations for single rows is believed after a day', async () => {
      const { bank, round } = await opened()
      bank.rows.accounts = []
      bank.rows.items = []
      await round()
      await round(23 * hour)
      expect([await present('items'), await sum()]).toEqual([['1', '2'], -4200])
      await round(2 * hour)
      expect([await present('items'), await present('accounts'), await present('transactions')]).toEqual([[], [], []])
    })

    it('nothing is concluded from a list that fails', async () => {
      const { bank, round, mirror } = await opened()
      bank.answers.instead = (path) =>
        path.endsWith('/accounts') ? { status: 403, headers: {}, body: '{"type":"forbidden"}' } : undefined
      bank.clock.advance(day)
      expect(await failure(mirror.sync(bank.user, { id }))).toMatchObject({
        _tag: 'FeedsFailed',
        failures: [{ feed: 'accounts', error: { _tag: 'StatusError', status: 403 } }],
      })
      bank.answers.instead = () => undefined
      await round()
      expect(await sum()).toBe(-4200)
    })

    it('compares with whole lists once a day, and as often as the settings say', async () => {
      for (const [fullSyncEvery, rounds] of [
        [day, 2],
        [hour, 12],
      ] as const) {
        const { bank, mirror, round } = await opened('default', { fullSyncEvery })
        bank.asked.length = 0
        let wholes = 0
        for (let passed = 0; passed < 48; passed++) {
          bank.asked.length = 0
          await round(hour, { feeds: ['transactions'] })
          if (bank.asked.includes('/v2/transactions')) wholes++
        }
        expect(wholes).toBeGreaterThanOrEqual(rounds)
        expect(wholes).toBeLessThanOrEqual(fullSyncEvery === day ? 4 : 48)
        await all(mirror.erase(id))
      }
    })

    it.each(kinds)('rounds without accounts look for them once an hour, %s', async (removedRows) => {
      const { bank, mirror, round, first, checking } = await opened('default', { removedRows })
      await all(mirror.erase(id))
      const feeds = ['stocks', 'transactions'] as const
      await round(0, { feeds })
      bank.asked.length = 0
      for (let passed = 0; passed < 8; passed++) expect(await round(15 * minute, { feeds })).toEqual({})
      expect(bank.asked.filter((path) => path === '/v2/accounts')).toHaveLength(2)
      expect(bank.asked.filter((path) => path === '/v2/transactions')).toEqual([])
      bank.disconnect(first)
      expect(await sum()).toBe(-4200)
      for (let passed = 0; passed < 6; passed++) await round(15 * minute, { feeds })
      expect(await sum()).toBe(-700)
      expect(await present('stocks')).toHaveLength(1)
      expect(await stored('accounts')).toBe(0)
      // An account that is never listed is looked for no more, and its rows stay as long as the service has them.
      bank.asked.length = 0
      bank.transaction(checking, -1)
      for (let passed = 0; passed < 16; passed++) await round(15 * minute, { feeds })
      expect(await sum()).toBe(-800)
      expect(bank.asked.filter((path) => path === '/v2/transactions')).toEqual([])
      bank.answers.instead = (path) =>
        path === '/v2/accounts' ? { status: 403, headers: {}, body: '{"type":"forbidden"}' } : undefined
      for (let passed = 0; passed < 8; passed++) await round(15 * minute, { feeds })
      expect(await sum()).toBe(-800)
    })

    it.each(kinds)(
      'an account that comes back brings its rows to rounds without accounts too, %s',
      async (removedRows) => {
        const { bank, round, checking } = await opened('default', { removedRows })
        const { accounts } = bank.rows
        bank.vanish('accounts', checking)
        await round()
        await round()
        expect(await sum()).toBe(-700)
        const feeds = ['stocks', 'transactions'] as const
        for (let passed = 0; passed < 6; passed++) await round(15 * minute, { feeds })
        expect(await sum()).toBe(-700)
        bank.rows.accounts = accounts
        for (let passed = 0; passed < 6; passed++) await round(15 * minute, { feeds })
        expect([await sum(), await present('stocks')]).toEqual([-4200, [expect.anything(), expect.anything()]])
      },
    )

    it('reads whole lists an hour after an item was connected again', async () => {
      const { bank, round, first } = await opened()
      const setStatus = (status: number) => {
        bank.rows.items = bank.rows.items.map((row) => (row.id === first ? { ...row, status } : row))
      }
      setStatus(402)
      await round()
      setStatus(0)
      await round()
      bank.asked.length = 0
      await round(59 * minute)
      expect(bank.asked).not.toContain('/v2/transactions')
      await round(2 * minute)
      expect(bank.asked).toContain('/v2/transactions')
    })

    it('goes without comparisons where the profile has no whole list', async () => {
      const { bank, round } = await opened()
      const profile = { ...documentedProfile, paths: { ...documentedProfile.paths, transactions: null, stocks: null } }
      const user = bank.userOf(profile)
      const mirror = place.createMirror({ clock: bank.clock })
      bank.clock.advance(day)
      const batches = await all(mirror.sync(user, { id }))
      expect(batches.at(-1)).toMatchObject({ feed: 'transactions', isLast: true, checkpoint: { _tag: 'Some' } })
      expect(await cut()).toEqual([])
      await round()
      expect(await sum()).toBe(-4200)
    })

    it('links pending and posted transactions over a comparison', async () => {
      const { bank, mirror, round, checking } = await opened()
      const pending = bank.transaction(checking, -4.99)
      await round()
      await round(day)
      const [rounds] = await place.query(
        `SELECT posted_round FROM ${place.table('checkpoints')} WHERE feed = 'transactions'`,
      )
      expect(Number(rounds?.posted_round)).toBeGreaterThan(0)
      bank.rows.transactions = bank.rows.transactions.map((row) =>
        row.id === pending ? { id: pending, is_deleted: true, ...bank.stamp() } : row,
      )
      bank.clock.advance(15 * minute)
      const posted = bank.transaction(checking, -4.99)
      const batches = await all(mirror.sync(bank.user, { id }))
      expect(batches.flatMap(({ links }) => links)).toEqual([{ pending, posted }])
    })

    it('keeps the checkpoint of the round, and marks the last batch, where it compares', async () => {
      const { bank, mirror } = await opened()
      bank.clock.advance(day)
      const batches = await all(mirror.sync(bank.user, { id, feeds: ['transactions'], limit: 2 }))
      expect(batches.length).toBeGreaterThan(3)
      expect(batches.slice(0, -1).some(({ isLast, checkpoint }) => isLast || checkpoint._tag === 'Some')).toBe(false)
      expect(batches.at(-1)).toMatchObject({ isLast: true, checkpoint: { _tag: 'Some' } })
    })

    it('a comparison that fails is tried again an hour later, and with `report` ends no round', async () => {
      const { bank, mirror, round, checking } = await opened()
      bank.clock.advance(day)
      bank.answers.instead = (path) =>
        path === '/v2/transactions' ? { status: 403, headers: {}, body: '{"type":"forbidden"}' } : undefined
      const feeds = ['transactions'] as const
      const failed = (error: object) => ({
        _tag: 'FeedsFailed',
        isTransient: true,
        failures: [{ feed: 'transactions', isComparison: true, error }],
      })
      const spent = bank.transaction(checking, -1)
      expect(await failure(mirror.sync(bank.user, { id, feeds }))).toMatchObject(failed({ status: 403 }))
      expect(await present('transactions')).toContain(String(spent))
      expect(await round(minute, { feeds })).toEqual({})
      bank.answers.instead = (path) =>
        path === '/v2/transactions' ? { status: 200, headers: {}, body: '{"resources":[{"id":"x"}]}' } : undefined
      bank.clock.advance(hour)
      expect(await failure(mirror.sync(bank.user, { id, feeds }))).toMatchObject(failed({ _tag: 'DecodeError' }))
      expect(await cut()).toEqual(feeds)
      bank.clock.advance(hour)
      const batches = await all(mirror.sync(bank.user, { id, feeds, onInvalidRow: 'report' }))
      expect(batches.at(-1)).toMatchObject({ isLast: true, checkpoint: { _tag: 'Some' } })
      expect(await cut()).toEqual([])
      expect(await sum()).toBe(-4300)
    })

    it('brings rows that no update has told, and those of before `since` do not come', async () => {
      const { bank, round, checking } = await opened()
      bank.rows.transactions.push({
        id: 900,
        account_id: checking,
        amount: -1,
        currency_code: 'EUR',
        date: '2026-01-01',
        updated_at: '2025-12-01T00:00:00.000Z',
      })
      const since = new Date('2026-01-01T00:00:00.000Z')
      await round(day, { since })
      expect(await sum()).toBe(-4200)
      await round(day)
      expect(await sum()).toBe(-4300)
    })

    it('remembers over restarts what is absent, and forgets it with the user', async () => {
      const { bank, checking } = await opened()
      bank.vanish('accounts', checking)
      bank.clock.advance(15 * minute)
      await all(place.createMirror({ clock: bank.clock }).sync(bank.user, { id }))
      expect(await stored('absences')).toBe(1)
      bank.clock.advance(15 * minute)
      await all(place.createMirror({ clock: bank.clock }).sync(bank.user, { id }))
      expect(await present('accounts')).toHaveLength(1)
      await all(place.createMirror().erase(id))
      expect(await stored('absences')).toBe(0)
    })

    it('a clock that was set back removes nothing early, and does not stop comparisons', async () => {
      const { bank, mirror, round, checking } = await opened()
      bank.vanish('accounts', checking)
      await round()
      const late = createLate(bank.clock.wall() - 30 * day)
      const back = place.createMirror({ clock: late })
      await all(back.sync(bank.user, { id }))
      expect(await present('accounts')).toHaveLength(2)
      late.ms += 6 * minute
      await all(back.sync(bank.user, { id }))
      expect(await present('accounts')).toHaveLength(1)
      await all(mirror.erase(id))
    })
  })
}

/** A clock whose wall time a spec sets, and whose timers never end. */
const createLate = (ms: number) => {
  const late = {
    ms,
    wall: () => late.ms,
    monotonic: () => 0,
    scheduler: { now: () => 0, schedule: () => Subscription.EMPTY },
  }
  return late
}
