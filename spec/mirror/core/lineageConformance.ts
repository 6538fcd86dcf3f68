import { ConfigError } from '../../../lib/index.js'
import type { Mirror, MirrorSettings } from '../../../lib/mirror/core/Mirror.js'
import type { RecurringDecision } from '../../../lib/recurring.js'
import { acceptTransfer, rejectTransfer } from '../../../lib/transfers.js'
import { iso, played, playedBank, type PlayedRow } from '../../helpers/playedBank.js'
import { waitUntil } from '../../helpers/waitUntil.js'
import { all, bank, differences, failure, type Place } from './place.js'

const hour = 3_600_000
const ibans = ['FR7630006000011234567890189', 'FR7630004000031234567890143']

/** How mirrors, on whatever database, find the accounts of a bank that is connected again. */
export const lineages = (name: string, open: () => Promise<Place>): void => {
  describe(`lineages of a mirror on ${name}`, () => {
    let place: Place
    beforeEach(async () => {
      place = await open()
    })
    afterEach(() => place.close())

    const query = async (sql: string) => (await place.query(sql)).map((row) => ({ ...row }))

    const account = (id: number, item_id: number, fields: object = {}): PlayedRow => ({
      ...{ id, item_id, bank_id: 6, name: 'Compte courant', type: 'checking', currency_code: 'EUR', balance: 100 },
      ...{ iban: ibans[0], updated_at: iso(-10) },
      ...fields,
    })
    const names = [
      'Boulangerie',
      'Netflix',
      'Loyer',
      'Salaire',
      'Carrefour',
      'Total',
      'Fnac',
      'EDF',
      'Orange',
      'Monoprix',
    ]
    /** Ten purchases on different days. */
    const history = (first: number, account_id: number, updated = -10): ReadonlyArray<PlayedRow> =>
      names.map((shop, index) => ({
        ...{
          id: first + index,
          account_id,
          amount: (-1053 - 100 * index) / 100,
          currency_code: 'EUR',
          description: `CB ${shop}`,
        },
        ...{ date: `2026-01-0${String(index % 9)}`.replace('-00', '-09'), updated_at: iso(updated) },
      }))

    /** A bank whose user has these accounts under item 1, and a mirror of the user. */
    const opened = (accounts: ReadonlyArray<PlayedRow>, settings: MirrorSettings = {}) => {
      const service = playedBank()
      const { state, clock, user } = service
      const mirror = place.createMirror({ clock, ...settings })
      const connect = (items: ReadonlyArray<number>, lists: Partial<Record<'accounts' | 'transactions', unknown>>) => {
        state.lists.items = items.map((id) => ({ id, status: 0, bank_id: 6 }))
        Object.assign(state.lists, lists)
      }
      connect([1], { accounts, transactions: [] })
      const round = async (hours = 1) => {
        const batches = await all(mirror.sync(user, { id: played }))
        clock.advance(hours * hour)
        return batches
      }
      /** Rounds until the removal of missing rows is confirmed. */
      const rounds = async () => {
        for (let count = 0; count < 4; count++) await round()
      }
      return { ...service, mirror, connect, round, rounds }
    }

    const stored = async () => {
      const rows = await query(
        `SELECT id, lineage_id, duplicate_of, removed_at IS NULL AS is_present FROM ${place.table('accounts')} ORDER BY id`,
      )
      return rows.map((row) => [row.id, row.lineage_id ?? row.id, row.duplicate_of, Boolean(row.is_present)])
    }
    const list = (json: unknown): unknown => (typeof json === 'string' ? JSON.parse(json) : json)
    const links = async () => {
      const rows = await query(
        `SELECT from_id, to_id, status, decided_by, evidence FROM ${place.table('account_links')} ORDER BY from_id, to_id`,
      )
      return rows.map(({ from_id, to_id, status, decided_by, evidence }) => [
        ...[from_id, to_id, status, decided_by],
        list(evidence),
      ])
    }

    const sums = async () => {
      const rows = await query(
        `SELECT account_id, minor_units, row_count, duplicate_count FROM ${place.table('booked_sums')} ORDER BY account_id`,
      )
      return rows.map((row) => [
        row.account_id,
        Number(row.minor_units),
        Number(row.row_count),
        Number(row.duplicate_count),
      ])
    }
    const countedIn = async (view: string, column: string, condition = 'duplicate_of IS NULL') =>
      (await query(`SELECT ${column} AS id FROM ${place.table(view)} WHERE ${condition}`)).map(({ id }) => id)

    it('continue an account under the id of the first one', async () => {
      const { connect, round, rounds, state } = opened([account(10, 1)])
      state.lists.transactions = [...history(100, 10)]
      await round()
      expect(await stored()).toEqual([['10', '10', null, true]])
      connect([2], { accounts: [account(20, 2)], transactions: history(200, 20, 30) })
      await rounds()
      expect(await stored()).toEqual([
        ['10', '10', null, false],
        ['20', '10', null, true],
      ])
      expect(await links()).toEqual([['10', '20', 'accepted', 'automatic', expect.arrayContaining(['iban', 'rows'])]])

      connect([3], { accounts: [account(30, 3)], transactions: history(300, 30, 300) })
      await rounds()
      expect(await stored()).toEqual([
        ['10', '10', null, false],
        ['20', '10', null, false],
        ['30', '10', null, true],
      ])
    })

    it('are in all views', async () => {
      const { connect, round, rounds, state } = opened([account(10, 1)])
      state.lists.transactions = [...history(100, 10)]
      await round()
      const lineagesOf = async () => {
        const views = ['present_accounts', 'shown_transactions', 'booked_transactions', 'booked_sums', 'daily_balances']
        const found = views.map((view) => query(`SELECT DISTINCT lineage_id FROM ${place.table(view)}`))
        return (await Promise.all(found)).flat().map(({ lineage_id }) => lineage_id)
      }
      expect(await lineagesOf()).toEqual(['10', '10', '10', '10', '10'])
      connect([2], { accounts: [account(20, 2)], transactions: history(200, 20, 30) })
      await rounds()
      expect(await lineagesOf()).toEqual(['10', '10', '10', '10', '10'])
    })

    it('continue an account without an IBAN by its rows, once they are there', async () => {
      const nameless = { iban: null }
      const { connect, rounds, mirror } = opened([account(10, 1, nameless)])
      connect([1], { transactions: history(100, 10) })
      await rounds()
      connect([2], { accounts: [account(20, 2, nameless)], transactions: [] })
      await rounds()
      expect((await stored())[1]).toEqual(['20', '20', null, true])
      expect(await all(mirror.accountCandidates(played))).toMatchObject([{ from: '10', to: '20' }])
      connect([2], { transactions: history(200, 20, 9 * 60) })
      await rounds()
      expect((await stored())[1]).toEqual(['20', '10', null, true])
      expect(await all(mirror.accountCandidates(played))).toEqual([])
    })

    it('mark the second of two connections of one account, which continues the first one after its removal', async () => {
      const { connect, rounds, round } = opened([account(10, 1)])
      connect([1], { transactions: history(100, 10) })
      await rounds()
      connect([1, 2], {
        accounts: [account(10, 1), account(20, 2)],
        transactions: [...history(100, 10), ...history(200, 20, 4 * 60)],
      })
      await round()
      expect((await stored())[1]).toEqual(['20', '10', '10', true])
      expect(await sums()).toEqual([['10', -15_030, 10, 1]])
      expect(await countedIn('present_accounts', 'id')).toEqual(['10'])
      expect(await countedIn('booked_transactions', 'DISTINCT account_id')).toEqual(['10'])
      expect(await countedIn('daily_balances', 'DISTINCT account_id')).toEqual(['10'])
      expect(await countedIn('lineage_transactions', 'DISTINCT account_id', 'true')).toEqual(['10'])
      connect([2], { accounts: [account(20, 2)], transactions: history(200, 20, 4 * 60) })
      await rounds()
      expect(await stored()).toEqual([
        ['10', '10', null, false],
        ['20', '10', null, true],
      ])
      expect(await sums()).toEqual([['20', -15_030, 10, 0]])
      expect(await countedIn('booked_transactions', 'DISTINCT account_id')).toEqual(['20'])
    })

    /** The balances of an account in SQL: of each day that has a row, its amount, or `null`. */
    const viewOf = async (id: string) => {
      const day = name === 'SQLite' ? 'day' : "to_char(day, 'YYYY-MM-DD')"
      const rows = await query(
        `SELECT ${day} AS day, CAST(minor_units AS text) AS units FROM ${place.table('daily_balances')}
         WHERE account_id = '${id}' ORDER BY day`,
      )
      return rows.map((row): readonly [string, unknown] => [String(row.day), row.units])
    }
    /** The same of the series of the mirror. */
    const pointsOf = async (mirror: Mirror, id: string, user = played) => {
      const [points = []] = await all(mirror.balances({ user, account: id, by: 'day' }))
      const units = new Map(
        points.map((point) => [point.day, point._tag === 'unknown' ? null : String(point.minorUnits)]),
      )
      return (await viewOf(id)).map(([day]): readonly [string, unknown] => [day, units.get(day)])
    }

    /** Two connections of one account, of which the first one counts. `day`: the minutes of so many days. */
    const connectedTwice = async (settings: MirrorSettings = {}) => {
      const one = opened([account(10, 1)], settings)
      const day = 24 * 60
      one.connect([1], { transactions: history(100, 10) })
      await one.rounds()
      await all(one.mirror.presentCursor())
      const purchase = (id: number, account_id: number, days: number): PlayedRow => ({
        ...{ id, account_id, amount: -10, currency_code: 'EUR', description: 'CB Picard' },
        ...{ date: iso(days * day).slice(0, 10), updated_at: iso(days * day) },
      })
      const rows: Array<PlayedRow> = [...history(100, 10), ...history(200, 20, 4 * 60)]
      /** The accounts were updated after so many days. */
      const update = async (first: number, second: number, ...added: ReadonlyArray<PlayedRow>) => {
        rows.push(...added)
        one.connect([1, 2], {
          accounts: [
            account(10, 1, { updated_at: iso(first * day) }),
            account(20, 2, { updated_at: iso(second * day) }),
          ],
          transactions: [...rows],
        })
        await one.round()
      }
      await update(0.2, 0.2)
      expect((await stored())[1]).toEqual(['20', '10', '10', true])
      return { ...one, day, purchase, rows, update }
    }
    const firstCounts = [
      ['10', '10', null, true],
      ['20', '10', '10', true],
    ]
    const secondCounts = [
      ['10', '10', '20', true],
      ['20', '10', null, true],
    ]

    it('count the one of two connections that still updates, and do not change it back without a reason', async () => {
      const { update, clock, purchase, mirror, connect, rounds, rows } = await connectedTwice()
      clock.advance(2 * 24 * hour)
      await update(0.2, 2, purchase(300, 20, 2))
      expect(await stored()).toEqual(firstCounts)
      clock.advance(2 * 24 * hour)
      await update(0.2, 4, purchase(301, 20, 4))
      expect(await stored()).toEqual(secondCounts)
      expect(await sums()).toEqual([['20', -17_030, 12, 1]])
      expect(await countedIn('present_accounts', 'id')).toEqual(['20'])
      expect(await countedIn('booked_transactions', 'DISTINCT account_id')).toEqual(['20'])
      expect(await countedIn('daily_balances', 'DISTINCT account_id')).toEqual(['20'])
      expect(await countedIn('lineage_transactions', 'DISTINCT account_id', 'true')).toEqual(['20'])
      const seriesOf = (id: string) => all(mirror.balances({ user: played, account: id, by: 'day' }))
      expect(await seriesOf('10')).toEqual(await seriesOf('20'))
      expect((await seriesOf('20'))[0]?.at(-1)?.day).toBe('2026-01-19')
      expect(await viewOf('20')).toEqual(await pointsOf(mirror, '20'))

      // The first connection works again, with all rows, but is not ahead.
      await update(4.1, 4, purchase(302, 10, 2), purchase(303, 10, 4))
      for (const time of [4.2, 4.3]) await update(time + 0.1, time)
      expect(await stored()).toEqual(secondCounts)
      expect(await countedIn('lineage_transactions', 'DISTINCT account_id', 'true')).toEqual(['20'])

      // The second one stops.
      clock.advance(4 * 24 * hour)
      await update(8, 4.3, purchase(304, 10, 8))
      expect(await stored()).toEqual(firstCounts)
      expect(await sums()).toEqual([['10', -18_030, 13, 1]])
      expect(await countedIn('lineage_transactions', 'DISTINCT account_id', 'true')).toEqual(['10'])

      const changes = async () =>
        (await all(mirror.changes())).flatMap((change) =>
          change._tag === 'Counted' || change._tag === 'NotCounted' ? [[change._tag, change.id]] : [],
        )
      expect(await changes()).toEqual([
        ['NotCounted', '20'],
        ['NotCounted', '10'],
        ['Counted', '20'],
        ['Counted', '10'],
        ['NotCounted', '20'],
      ])
      connect([2], { accounts: [account(20, 2)], transactions: rows.filter(({ account_id }) => account_id === 20) })
      await rounds()
      expect((await stored())[1]).toEqual(['20', '10', null, true])
      expect((await changes()).slice(5)).toEqual([['Counted', '20']])
    })

    it('show the history of a connection that no longer updates, and apply the decisions about its rows', async () => {
      const { update, clock, connect, mirror, state, rows, round } = await connectedTwice()
      const early = { ...history(190, 10)[0], date: '2024-01-10', description: 'Ancien' } as PlayedRow
      rows.push(early)
      await update(0.3, 0.3)
      clock.advance(4 * 24 * hour)
      await update(0.3, 4)
      expect(await stored()).toEqual(secondCounts)
      const listed = async (condition: string) => (await countedIn('lineage_transactions', 'id', condition)).sort()
      expect(await listed('is_history')).toEqual(['190'])
      expect((await listed('NOT is_history')).length).toBe(10)
      expect((await rowLinks()).length).toBe(10)
      await all(mirror.unlink({ user: played, from: '10', to: '20' }))
      expect(await rowLinks()).toEqual([])
      expect(await listed('true')).toHaveLength(21)
      state.lists.transactions = [...rows]
      connect([1, 2], {})
      await round()
      expect((await stored()).map(([, , duplicate]) => duplicate)).toEqual([null, null])
    })

    it('have what only the second connection had as history when it is removed, and each day once', async () => {
      const { update, clock, purchase, connect, rounds, rows } = await connectedTwice()
      clock.advance(4 * 24 * hour)
      await update(0.2, 2, purchase(300, 20, 2), purchase(301, 20, 4))
      await update(0.4, 4)
      expect(await stored()).toEqual(secondCounts)
      connect([1], { accounts: [account(10, 1)], transactions: rows.filter(({ account_id }) => account_id === 10) })
      await rounds()
      expect(await stored()).toEqual([
        ['10', '10', null, true],
        ['20', '10', null, false],
      ])
      const listed = async (condition: string) => (await countedIn('lineage_transactions', 'id', condition)).sort()
      expect(await listed('is_history')).toEqual(['300', '301'])
      expect(await listed('NOT is_history')).toHaveLength(10)
      const days = await countedIn('daily_balances', 'day')
      expect(days.length).toBe(new Set(days.map(String)).size)
    })

    it('count the other connection at once if a list lacks the first one', async () => {
      const { connect, round, rounds } = opened([account(10, 1)])
      connect([1], { transactions: history(100, 10) })
      await rounds()
      connect([2], { accounts: [account(20, 2)], transactions: history(200, 20, 4 * 60) })
      await round()
      expect(await stored()).toEqual(secondCounts)
      expect(await sums()).toEqual([['20', -15_030, 10, 1]])
      await rounds()
      expect(await sums()).toEqual([['20', -15_030, 10, 0]])
      expect((await stored())[0]).toEqual(['10', '10', null, false])
    })

    it('count the other connection once the item of the first one needs the person', async () => {
      const { update, state, round } = await connectedTwice()
      await update(0.2, 0.3)
      expect(await stored()).toEqual(firstCounts)
      const setStatus = (first: number) => {
        state.lists.items = [1, 2].map((id) => ({ id, status: id === 1 ? first : 0, bank_id: 6 }))
      }
      setStatus(1003)
      await round()
      expect(await stored()).toEqual(firstCounts)
      setStatus(1010)
      await round()
      expect(await stored()).toEqual(secondCounts)
      setStatus(0)
      await round()
      expect(await stored()).toEqual(secondCounts)
    })

    it('of three connections link each row once', async () => {
      const { connect, rounds, rows, mirror } = await connectedTwice()
      const three = [...rows, ...history(300, 30, 6 * 60)]
      connect([1, 2, 3], { accounts: [account(10, 1), account(20, 2), account(30, 3)], transactions: three })
      await rounds()
      expect((await stored()).map(([, lineage, duplicate]) => [lineage, duplicate])).toEqual([
        ['10', null],
        ['10', '10'],
        ['10', '10'],
      ])
      connect([2, 3], {
        accounts: [account(20, 2), account(30, 3)],
        transactions: three.filter(({ account_id }) => account_id !== 10),
      })
      await rounds()
      expect((await rowLinks()).map(([from, to]) => [Number(from) + 100, Number(to)])).toEqual(
        names.map((_, index) => [200 + index, 200 + index]),
      )
      connect([3], { accounts: [account(30, 3)], transactions: history(300, 30, 6 * 60) })
      await rounds()
      expect((await rowLinks()).length).toBe(20)
      expect(await sums()).toEqual([['30', -15_030, 10, 0]])
      expect(await countedIn('lineage_transactions', 'DISTINCT account_id', 'true')).toEqual(['30'])
      expect((await logged(mirror)).filter(([, feed]) => feed === 'transactions').length).toBe(20)
    })

    it('mark a duplicate without an IBAN by its rows, once they are there', async () => {
      const nameless = { iban: null }
      const { connect, rounds, round } = opened([account(10, 1, nameless)])
      connect([1], { transactions: history(100, 10) })
      await rounds()
      connect([1, 2], { accounts: [account(10, 1, nameless), account(20, 2, nameless)] })
      await round()
      connect([1, 2], { transactions: [...history(100, 10), ...history(200, 20, 5 * 60)] })
      await round()
      expect((await stored())[1]).toEqual(['20', '10', '10', true])
    })

    it('link the rows of an account with two duplicates once, when it is removed', async () => {
      const { connect, rounds } = opened([account(10, 1)])
      connect([1], { transactions: history(100, 10) })
      await rounds()
      const three = [account(10, 1), account(20, 2), account(30, 3)]
      const later = [...history(200, 20, 4 * 60), ...history(300, 30, 4 * 60)]
      connect([1, 2, 3], { accounts: three, transactions: [...history(100, 10), ...later] })
      await rounds()
      connect([2, 3], { accounts: three.slice(1), transactions: later })
      await rounds()
      expect(await stored()).toEqual([
        ['10', '10', null, false],
        ['20', '10', null, true],
        ['30', '10', '20', true],
      ])
    })

    it('continue the lineage of duplicates that are gone', async () => {
      const { connect, rounds, mirror } = opened([account(10, 1)])
      await rounds()
      connect([1, 2, 3], { accounts: [account(10, 1), account(20, 2), account(30, 3)] })
      await rounds()
      connect([], { accounts: [] })
      await rounds()
      connect([4], { accounts: [account(40, 4)] })
      await rounds()
      expect(await stored()).toEqual([
        ['10', '10', null, false],
        ['20', '10', null, false],
        ['30', '10', null, false],
        ['40', '10', null, true],
      ])
      expect(await all(mirror.accountCandidates(played))).toEqual([])
    })

    it('link rows that a bank shows months after its account', async () => {
      const { connect, rounds, round, clock, mirror } = await relinked()
      connect([2], { accounts: [account(20, 2)], transactions: [] })
      await rounds()
      clock.advance(60 * 24 * hour)
      await round()
      const [user] = await query(`SELECT match_until FROM ${place.table('users')}`)
      expect(Number(user?.match_until)).toBe(0)
      connect([2], { transactions: netflix(200, 20, 3, 61 * 24 * 60) })
      await round()
      expect((await rowLinks()).map(([, to]) => to)).toEqual(['203', '204'])
      expect(await rowsOf('is_history')).toEqual(['100', '101', '102'])
      expect(await all(mirror.accountCandidates(played))).toEqual([])
    })

    it('are decided at the time of the mirror', async () => {
      const { connect, rounds } = opened([account(10, 1)])
      await rounds()
      connect([2], { accounts: [account(20, 2)] })
      await rounds()
      const [link] = await query(`SELECT CAST(decided_at AS text) AS decided_at FROM ${place.table('account_links')}`)
      expect(String(link?.decided_at).slice(0, 10)).toBe('2026-01-15')
    })

    it('wait for a person if only the names are the same, and follow the decision', async () => {
      const other = { iban: null, bank_id: 6 }
      const { connect, rounds, round, mirror } = opened([account(10, 1, other)])
      await rounds()
      connect([2], { accounts: [account(20, 2, other)] })
      await rounds()
      expect((await stored())[1]).toEqual(['20', '20', null, true])
      const [candidate] = await all(mirror.accountCandidates(played))
      expect(candidate).toMatchObject({ from: '10', to: '20', relation: 'successor' })

      const pair = { user: played, from: '10', to: '20' }
      expect(await all(mirror.link(pair))).toEqual([pair])
      expect(await links()).toEqual([['10', '20', 'accepted', 'person', []]])
      expect((await stored())[1]).toEqual(['20', '10', null, true])
      expect(await all(mirror.accountCandidates(played))).toEqual([])

      expect(await all(mirror.unlink(pair))).toEqual([pair])
      expect(await links()).toEqual([['10', '20', 'rejected', 'person', []]])
      expect((await stored())[1]).toEqual(['20', '20', null, true])
      await round()
      expect((await stored())[1]).toEqual(['20', '20', null, true])
      expect(await all(mirror.accountCandidates(played))).toEqual([])
    })

    it('take an automatic link back whole, with all that follows it, and never link the two again', async () => {
      const { connect, rounds, mirror } = opened([account(10, 1)])
      await rounds()
      connect([2], { accounts: [account(20, 2)] })
      await rounds()
      connect([3], { accounts: [account(30, 3)] })
      await rounds()
      expect((await stored()).map(([, lineage]) => lineage)).toEqual(['10', '10', '10'])
      await all(mirror.unlink({ user: played, from: '10', to: '20' }))
      expect((await stored()).map(([, lineage]) => lineage)).toEqual(['10', '20', '20'])
      connect([3], { accounts: [account(30, 3)], transactions: history(300, 30, 9 * 60) })
      await rounds()
      expect((await stored()).map(([, lineage]) => lineage)).toEqual(['10', '20', '20'])
    })

    it('take back what connects two accounts that a person says are not one', async () => {
      const { connect, rounds, mirror } = opened([account(10, 1)])
      connect([1], { transactions: history(100, 10) })
      await rounds()
      connect([2], { accounts: [account(20, 2)], transactions: history(200, 20, 4 * 60).slice(1) })
      await rounds()
      connect([3], { accounts: [account(30, 3)], transactions: history(300, 30, 9 * 60) })
      await rounds()
      const linkedRows = async () =>
        (await query(`SELECT from_id, to_id FROM ${place.table('row_links')} ORDER BY from_id`)).map(
          ({ from_id, to_id }) => [from_id, to_id],
        )
      expect((await linkedRows()).length).toBe(19)
      expect(await linkedRows()).toContainEqual(['100', '300'])
      const linkedAccounts = async () => (await links()).map(([from, to, status]) => [from, to, status])
      expect(await linkedAccounts()).toEqual([
        ['10', '20', 'accepted'],
        ['20', '30', 'accepted'],
      ])
      await all(mirror.unlink({ user: played, from: '10', to: '30' }))
      const isApart = async () => {
        expect((await stored()).map(([, lineage]) => lineage)).toEqual(['10', '20', '20'])
        expect(await linkedAccounts()).toEqual([
          ['10', '30', 'rejected'],
          ['20', '30', 'accepted'],
        ])
        expect(await linkedRows()).toEqual(names.slice(1).map((_, index) => [String(201 + index), String(301 + index)]))
      }
      await isApart()
      await rounds()
      await isApart()

      await all(mirror.link({ user: played, from: '10', to: '20' }))
      await all(mirror.unlink({ user: played, from: '10', to: '30' }))
      expect((await stored()).map(([, lineage]) => lineage)).toEqual(['10', '10', '30'])
    })

    it('never have accounts of two currencies, and refuse accounts that are not there', async () => {
      const { connect, rounds, mirror } = opened([account(10, 1)])
      await rounds()
      connect([2], { accounts: [account(20, 2, { currency_code: 'USD' })] })
      await rounds()
      expect((await stored())[1]).toEqual(['20', '20', null, true])
      const pair = { user: played, from: '10', to: '20' }
      const wrong = [
        pair,
        { ...pair, to: '21' },
        { ...pair, from: '11' },
        { ...pair, to: '10' },
        { ...pair, user: 'no' },
      ]
      for (const one of wrong) expect(await failure(mirror.link(one))).toBeInstanceOf(ConfigError)
      expect(await failure(mirror.link({ ...pair, to: '' }))).toBeInstanceOf(ConfigError)
      expect(await failure(mirror.accountCandidates(''))).toBeInstanceOf(ConfigError)
      expect(await all(mirror.unlink(pair))).toEqual([pair])
    })

    it('need no table and no round of their own while no bank is connected again', async () => {
      const { connect, rounds, state } = opened([account(10, 1), account(11, 1, { iban: ibans[1], name: 'Livret' })])
      state.lists.transactions = [...history(100, 10)]
      await rounds()
      connect([1], { transactions: [...history(100, 10), ...history(150, 11, 4 * 60)] })
      await rounds()
      const [user] = await query(`SELECT match_until FROM ${place.table('users')}`)
      expect(user).toEqual({ match_until: null })
      await expect(query(`SELECT 1 FROM ${place.table('account_links')}`)).rejects.toThrow('account_links')
    })

    it('are not stored by a mirror that creates no tables', async () => {
      await all(place.createMirror().migrate())
      const { connect, rounds } = opened([account(10, 1)], { onOutdatedTables: 'error' })
      await rounds()
      connect([2], { accounts: [account(20, 2)] })
      await rounds()
      expect((await stored())[1]).toEqual(['20', '20', null, true])
      await all(place.createMirror().migrate({ features: ['lineages'] }))
      connect([2], { transactions: history(200, 20, 9 * 60) })
      await rounds()
      expect((await stored())[1]).toEqual(['20', '10', null, true])
    })

    it('keep their id when the first account is erased, and go with their user', async () => {
      const { connect, rounds, mirror } = opened([account(10, 1)], { removedRows: 'delete' })
      await rounds()
      connect([1, 2], { accounts: [account(10, 1), account(20, 2)] })
      await rounds()
      expect((await stored())[1]).toEqual(['20', '10', '10', true])
      connect([2], { accounts: [account(20, 2)] })
      await rounds()
      expect(await stored()).toEqual([['20', '10', null, true]])
      expect(await links()).toEqual([])
      await all(mirror.erase(played))
      expect(await stored()).toEqual([])
    })

    /** A monthly payment, the rent in two accounts, and rows that only the old account has. */
    const months = ['2025-09-05', '2025-10-06', '2025-11-05', '2025-12-05', '2026-01-05']
    const netflix = (first: number, account_id: number, from: number, updated = -10): ReadonlyArray<PlayedRow> =>
      months.slice(from).map((date, index) => ({
        ...{ id: first + from + index, account_id, amount: -13.49, currency_code: 'EUR', description: 'Netflix', date },
        updated_at: iso(updated),
      }))

    /** A mirror whose user has connected a bank again: the new account has the last two payments only. */
    const relinked = async () => {
      const one = opened([account(10, 1)])
      one.connect([1], { transactions: netflix(100, 10, 0) })
      await one.rounds()
      const relink = async () => {
        one.connect([2], { accounts: [account(20, 2)], transactions: netflix(200, 20, 3, 5 * 60) })
        await one.rounds()
      }
      return { ...one, relink }
    }
    const rowLinks = async () => {
      const rows = await query(`SELECT from_id, to_id, likeness FROM ${place.table('row_links')} ORDER BY from_id`)
      return rows.map(({ from_id, to_id, likeness }) => [from_id, to_id, likeness])
    }
    const rowsOf = async (condition: string) => {
      const rows = await query(
        `SELECT id FROM ${place.table('lineage_transactions')} WHERE lineage_id = '10' AND ${condition} ORDER BY id`,
      )
      return rows.map(({ id }) => id)
    }
    const logged = async (mirror: Mirror) =>
      (await all(mirror.changes())).flatMap((change) =>
        change._tag === 'Linked' || change._tag === 'Unlinked'
          ? [[change._tag, change.feed, change.previousId, change.id]]
          : [],
      )

    it('link the rows before and after once, also in the change log, and show the others as history', async () => {
      const { relink, mirror, round, connect } = await relinked()
      await all(mirror.presentCursor())
      await relink()
      const pairs = [
        ['103', '203'],
        ['104', '204'],
      ]
      expect(await rowLinks()).toEqual(pairs.map((pair) => [...pair, 'same']))
      expect(await rowsOf('is_history')).toEqual(['100', '101', '102'])
      expect(await rowsOf('NOT is_history')).toEqual(['203', '204'])
      const [sum] = await query(`SELECT minor_units, row_count FROM ${place.table('booked_sums')}`)
      expect([Number(sum?.minor_units), Number(sum?.row_count)]).toEqual([-2698, 2])
      const links = [['Linked', 'accounts', '10', '20'], ...pairs.map((pair) => ['Linked', 'transactions', ...pair])]
      expect(await logged(mirror)).toEqual(links)
      connect([2], { transactions: [...netflix(200, 20, 3, 9 * 60), ...history(300, 20, 9 * 60)] })
      await round()
      await all(mirror.link({ user: played, from: '10', to: '20' }))
      expect(await logged(mirror)).toEqual(links)

      await all(mirror.unlink({ user: played, from: '10', to: '20' }))
      const ends = [...pairs.map((pair) => ['Unlinked', 'transactions', ...pair]), ['Unlinked', 'accounts', '10', '20']]
      expect(await logged(mirror)).toEqual([...links, ...ends])
      expect(await rowLinks()).toEqual([])
      expect(await rowsOf('is_history')).toEqual([])
    })

    it('link rows that a bank shows days after its account', async () => {
      const { connect, rounds, round, clock } = await relinked()
      connect([2], { accounts: [account(20, 2)], transactions: [] })
      await rounds()
      expect(await rowLinks()).toEqual([])
      clock.advance(3 * 24 * hour)
      connect([2], { transactions: netflix(200, 20, 3, 4 * 24 * 60) })
      await round()
      expect((await rowLinks()).map(([, to]) => to)).toEqual(['203', '204'])
      expect(await rowsOf('is_history')).toEqual(['100', '101', '102'])
    })

    it('keep a dismissed subscription dismissed, as one series with its history', async () => {
      const { relink, mirror } = await relinked()
      await all(mirror.migrate({ features: ['recurring'] }))
      const running = mirror.maintainRecurring().subscribe()
      const streams = () =>
        query(
          `SELECT id, account_id, lineage_id, is_dismissed,
             (SELECT count(*) FROM ${place.table('recurring_payments')} AS paid WHERE paid.stream_id = streams.id) AS paid
           FROM ${place.table('recurring_streams')} AS streams`,
        )
      await waitUntil(async () => (await streams()).length === 1)
      const [stream] = await query(
        `SELECT id, account_id AS account, currency_code AS currency, counterparty, CAST(last_minor_units AS text) AS units
         FROM ${place.table('recurring_streams')}`,
      )
      const { id, account: accountId, currency, counterparty, units } = stream as Record<string, string>
      const decision = { _tag: 'Dismissed', id, account: accountId, currency, counterparty, isIncome: false } as const
      await all(mirror.decide({ user: played, decision: { ...decision, minorUnits: units } as RecurringDecision }))
      await waitUntil(async () => Boolean((await streams())[0]?.is_dismissed))
      await relink()
      await waitUntil(async () => (await streams())[0]?.account_id === '20')
      running.unsubscribe()
      const found = (await streams()).map((one) => [
        one.id,
        one.lineage_id,
        Boolean(one.is_dismissed),
        Number(one.paid),
      ])
      expect(found).toEqual([[id, '10', true, 5]])
    })

    it('keep what a person decided about a transfer', async () => {
      const savings = account(11, 3, { iban: ibans[1], name: 'Livret', type: 'savings' })
      const { connect, rounds, mirror } = opened([account(10, 1), savings])
      const pair = (id: number, account_id: number, updated = -10): ReadonlyArray<PlayedRow> =>
        [-50, 50].map((amount, index) => ({
          ...{ id: index === 0 ? id : 111, account_id: index === 0 ? account_id : 11, amount, currency_code: 'EUR' },
          ...{ date: '2026-01-10', description: 'VIREMENT', updated_at: iso(updated) },
        }))
      connect([1, 3], { transactions: pair(110, 10) })
      await rounds()
      await all(mirror.migrate({ features: ['transfers'] }))
      const running = mirror.maintainTransfers().subscribe()
      const transfers = async () =>
        (await query(`SELECT from_id, to_id, from_lineage_id FROM ${place.table('transfers')}`)).map((row) => [
          row.from_id,
          row.to_id,
          row.from_lineage_id,
        ])
      await waitUntil(async () => (await transfers()).length === 1)
      await all(mirror.decide({ user: played, decision: acceptTransfer({ from: { id: '110' }, to: { id: '111' } }) }))
      connect([2, 3], { accounts: [account(20, 2), savings], transactions: pair(210, 20, 5 * 60) })
      await rounds()
      await waitUntil(async () => (await transfers())[0]?.[0] === '210')
      expect(await transfers()).toEqual([['210', '111', '10']])
      await all(mirror.decide({ user: played, decision: rejectTransfer({ from: { id: '110' }, to: { id: '111' } }) }))
      await waitUntil(async () => (await transfers()).length === 0)
      running.unsubscribe()
    })

    it('have the balances of the years before and after, and a gap between them', async () => {
      const { connect, rounds, round, clock, mirror } = opened([account(10, 1, { iban: ibans[0], balance: 100 })])
      const purchase = { ...netflix(100, 10, 4)[0], date: '2026-01-10' }
      connect([1], { transactions: [purchase] })
      await rounds()
      connect([], { accounts: [], transactions: [] })
      await rounds()
      clock.advance(3 * 24 * hour)
      connect([2], {
        accounts: [account(20, 2, { balance: 80, updated_at: iso(4 * 24 * 60) })],
        transactions: [],
      })
      await round()
      const series = (id: string) => all(mirror.balances({ user: played, account: id, by: 'day' }))
      const days = (await series('20'))[0]?.map((point) => [point.day, point._tag])
      expect(days).toEqual([
        ['2026-01-10', 'computed'],
        ['2026-01-11', 'computed'],
        ['2026-01-12', 'computed'],
        ['2026-01-13', 'computed'],
        ['2026-01-14', 'computed'],
        ['2026-01-15', 'reported'],
        ['2026-01-16', 'unknown'],
        ['2026-01-17', 'unknown'],
        ['2026-01-18', 'unknown'],
        ['2026-01-19', 'reported'],
      ])
      expect(await series('10')).toEqual(await series('20'))
      expect(await series('no')).toEqual([[]])
      expect(await viewOf('20')).toEqual([
        ['2026-01-10', '10000'],
        ['2026-01-15', '10000'],
        ['2026-01-16', null],
        ['2026-01-19', '8000'],
      ])
      expect(await viewOf('20')).toEqual(await pointsOf(mirror, '20'))
      expect(await viewOf('10')).toEqual([])
    })

    it('have the last balance of the day on which a bank is connected again', async () => {
      const { connect, rounds, mirror } = opened([account(10, 1)])
      await rounds()
      connect([2], { accounts: [account(20, 2)] })
      await rounds()
      connect([2], { accounts: [account(20, 2, { balance: 97, updated_at: iso(8 * 60) })] })
      await rounds()
      const [series] = await all(mirror.balances({ user: played, account: '20', by: 'day' }))
      expect(series?.slice(-1)).toMatchObject([{ day: '2026-01-15', _tag: 'reported', minorUnits: 9700n }])
    })

    it.each([false, true])(
      'link all accounts and rows of a bank that is connected again, with tombstones: %s',
      async (tombstones) => {
        const { sandbox, clock, user, id } = bank({ transactions: 400, stage: 'bridge 2025' })
        const mirror = place.createMirror({ clock })
        const rounds = async () => {
          for (let count = 0; count < 5; count++) {
            sandbox.advance(hour)
            await all(mirror.sync(user, { id }))
          }
        }
        await rounds()
        await all(mirror.presentCursor())
        const before = await all(user.accounts.all())
        const itemId = Number(before.find(({ type }) => type === 'checking')?.item_id)
        const relinkedItem = sandbox.relinkItem(itemId, { tombstones })
        await rounds()
        const after = (await all(user.accounts.all())).filter(({ item_id }) => item_id === relinkedItem)
        const found = new Map((await stored()).map(([account, lineage]) => [account, lineage]))
        const expected = before.filter(({ item_id }) => item_id === itemId)
        const nameOf = (account: unknown) => expected.find((one) => String(one.id) === account)?.name
        const linked = after.filter((one) => found.get(String(one.id)) !== String(one.id))
        expect(linked.map((one) => nameOf(found.get(String(one.id))))).toEqual(linked.map(({ name }) => name))
        expect(linked.map(({ type }) => type)).toEqual(expect.arrayContaining(['checking', 'card']))
        expect(await differences(place, user, id)).toEqual([])
        for (const one of linked) {
          const account = String(one.id)
          const [inSql, points] = [await viewOf(account), new Map(await pointsOf(mirror, account, id))]
          const known = inSql.filter(([, units]) => units !== null)
          expect(known.map(([day]) => [day, points.get(day)])).toEqual(known)
          if (one.type === 'checking') expect(known.length).toBeGreaterThan(20)
        }

        // A consumer of the log has the links of the tables.
        const links = new Set<string>()
        for (const change of await all(mirror.changes())) {
          if (change._tag !== 'Linked' && change._tag !== 'Unlinked') continue
          const link = `${change.feed} ${change.previousId} ${change.id}`
          expect(links.has(link)).toBe(change._tag === 'Unlinked')
          if (change._tag === 'Linked') links.add(link)
          else links.delete(link)
        }
        const inTables = await query(
          `SELECT 'accounts' AS feed, from_id, to_id FROM ${place.table('account_links')} WHERE status = 'accepted'
           UNION ALL SELECT 'transactions', from_id, to_id FROM ${place.table('row_links')}`,
        )
        expect(links).toEqual(
          new Set(inTables.map(({ feed, from_id, to_id }) => [feed, from_id, to_id].map(String).join(' '))),
        )
        const [present] = await query(
          `SELECT count(*) AS rows FROM ${place.table('lineage_transactions')} WHERE lineage_id IN (
             ${expected.map(({ id: account }) => `'${String(account)}'`).join()}) AND is_history`,
        )
        expect(Number(present?.rows)).toBe(0)
      },
    )
  })
}
