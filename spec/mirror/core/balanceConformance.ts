import fc from 'fast-check'
import { bridge2025 } from '../../../lib/bridge.js'
import { ConfigError, createClient, createVirtualClock } from '../../../lib/index.js'
import type { MirrorSettings, MirrorSyncConfig } from '../../../lib/mirror/core/Mirror.js'
import { createSandbox, dialect2025 } from '../../../lib/sandbox.js'
import { bankHistory } from '../../ledger/balances/bankHistory.js'
import { type FoundDifference, hour, hourlyMirror } from './hourlyMirror.js'
import { all, failure, type Place } from './place.js'

const start = Date.UTC(2026, 0, 15, 12)

/** The balances of accounts in every mirror, on whatever database. */
export const balances = (name: string, open: () => Promise<Place>): void => {
  describe(`balances of a mirror on ${name}`, () => {
    let place: Place
    beforeEach(async () => {
      place = await open()
    })
    afterEach(() => place.close())

    const query = async (sql: string) => (await place.query(sql)).map((row) => ({ ...row }))

    /** A sandbox, a mirror of its first user, and a checking account whose balance its rows explain. */
    const opened = async (config: Partial<MirrorSyncConfig> = {}, settings: MirrorSettings = {}) => {
      const clock = createVirtualClock({ start })
      const sandbox = createSandbox({
        seed: 5,
        clock,
        transactions: 60,
        stocks: 4,
        profile: bridge2025,
        dialect: dialect2025,
      })
      const [person] = sandbox.users
      if (person === undefined) throw new Error('nobody')
      const client = createClient({ ...sandbox.credentials, http: sandbox.http, profile: bridge2025, clock })
      const user = client.user({ externalUserId: person.externalUserId })
      const found = (await all(user.accounts.all())).find(({ type }) => type === 'checking')
      const account = found?.id ?? 0
      const one = hourlyMirror(place, user, sandbox.advance, { clock, ...settings }, config)
      const book = (amount: number): number => {
        const [id = 0] = sandbox.insertTransactions(person.uuid, 1, { changes: { account_id: account, amount } })
        return id
      }
      return { ...one, sandbox, person, account, accountId: String(account), book, clock }
    }

    /** Differences are reported once they have lasted for an hour, and the lists are not compared meanwhile. */
    const soon: MirrorSettings = { tolerance: hour, fullSyncEvery: 30 * 24 * hour }

    /** The same, once the proof has begun. */
    const proven = async (config: Partial<MirrorSyncConfig> = {}, settings: MirrorSettings = {}) => {
      const one = await opened(config, settings)
      expect(await one.sync(5, 6 * hour)).toEqual([])
      one.book(-12.5)
      expect(await one.sync(1)).toEqual([])
      return one
    }

    /** The same with `soon`, once the history of the account was loaded and added up. */
    const loaded = async () => {
      const one = await proven({}, soon)
      for (let round = 0; round < 2; round++) {
        one.book(-1)
        expect(await one.sync(1)).toEqual([])
      }
      return one
    }

    /** Three rounds after a row was booked: the first that compares balance and rows, and two more. */
    const seen = async ({ book, sync }: Awaited<ReturnType<typeof opened>>) => {
      book(-0.5)
      return sync(3)
    }

    const drop = (id: number) => place.script(`DELETE FROM ${place.table('transactions')} WHERE id = '${String(id)}'`)

    it('are stored with the time at which they were told, and not repeated', async () => {
      const { sync, book, account, sandbox, person } = await opened()
      await sync(2)
      book(-12.5)
      await sync(2)
      sandbox.refresh(person.itemIds[0] ?? 0)
      await sync(2)
      const rows = await query(
        `SELECT number, currency_code, CAST(minor_units AS text) AS units, instant_minor_units IS NULL AS is_booked,
           reported_at < last_reported_at AS is_reported_again, read_at < last_read_at AS is_read_again
         FROM ${place.table('balances')} WHERE account_id = '${String(account)}' ORDER BY number`,
      )
      const [first, second] = rows
      expect(rows).toHaveLength(2)
      expect(BigInt(String(second?.units)) - BigInt(String(first?.units))).toBe(-1250n)
      expect(
        rows.map(({ is_booked, is_reported_again, is_read_again }) =>
          [is_booked, is_reported_again, is_read_again].map(Boolean),
        ),
      ).toEqual([
        [true, false, false],
        [true, true, true],
      ])
    })

    it('of cards are those of pending rows, too, so nothing is proven of them, nor of accounts with shares or loans', async () => {
      const { sync, sandbox, person } = await opened()
      await sync(1)
      for (const id of person.itemIds) sandbox.refresh(id)
      await sync(5, 6 * hour)
      const rows = await query(`
        SELECT DISTINCT account.type FROM ${place.table('balance_proofs')} AS proof
        JOIN ${place.table('accounts')} AS account ON account.user_id = proof.user_id AND account.id = proof.account_id
        WHERE proof.started_at IS NOT NULL ORDER BY account.type`)
      expect(rows.map(({ type }) => type)).toEqual(['checking', 'savings'])
      const instant = await query(
        `SELECT count(*) AS rows FROM ${place.table('balances')} WHERE minor_units IS NULL AND instant_minor_units IS NOT NULL`,
      )
      expect(Number(instant[0]?.rows)).toBeGreaterThan(0)
    })

    it('agree with the rows while rows are booked, changed, removed, pending and posted', async () => {
      const { sync, book, sandbox, person, account, open: read } = await opened()
      const ids: Array<number> = []
      for (let time = 0; time < 60; time++) {
        if (time % 2 === 0) ids.push(book(-time - 0.01))
        if (time % 5 === 0) sandbox.updateTransaction(ids[0] ?? 0, { amount: -time })
        if (time % 7 === 6) sandbox.deleteTransaction(ids.pop() ?? 0)
        if (time % 6 === 0)
          sandbox.insertTransactions(person.uuid, 1, {
            pending: true,
            postsAfter: 5 * hour,
            changes: { account_id: account },
          })
        if (time % 8 === 0)
          sandbox.insertTransactions(person.uuid, 2, { visibleAfter: 4 * 60_000, changes: { account_id: account } })
        expect(await sync(1)).toEqual([])
      }
      expect(await read()).toEqual([])
      const [proof] = await query(`
        SELECT CAST(reported AS text) AS reported, CAST(expected AS text) AS expected FROM ${place.table('balance_proofs')}
        WHERE account_id = '${String(account)}'`)
      expect(proof?.reported).toBe(proof?.expected)
    })

    it.each<[string, (bank: Awaited<ReturnType<typeof opened>>) => Promise<bigint>]>([
      [
        'a row that is lost',
        async ({ book, sync }) => {
          const id = book(-7)
          await sync(1)
          await drop(id)
          return -700n
        },
      ],
      [
        'a row that is doubled',
        async ({ book, sync }) => {
          const id = book(-7)
          await sync(1)
          const table = place.table('transactions')
          await place.script(`
            INSERT INTO ${table} (user_id, id, account_id, date, amount, minor_units, currency_code, updated_at, row)
            SELECT user_id, '1', account_id, date, amount, minor_units, currency_code, updated_at, row FROM ${table}
            WHERE id = '${String(id)}'`)
          return 700n
        },
      ],
      [
        'a changed amount that was not delivered',
        async ({ book, sync, sandbox }) => {
          const id = book(-7)
          await sync(1)
          sandbox.updateTransaction(id, { amount: -9 })
          await sync(1)
          await place.script(`UPDATE ${place.table('transactions')} SET minor_units = -700 WHERE id = '${String(id)}'`)
          return -200n
        },
      ],
      [
        'a removed row that stays',
        async ({ book, sync, sandbox }) => {
          const id = book(-7)
          await sync(1)
          sandbox.deleteTransaction(id)
          await sync(1)
          await place.script(`UPDATE ${place.table('transactions')} SET removed_at = NULL WHERE id = '${String(id)}'`)
          return 700n
        },
      ],
    ])('prove %s once that has lasted for two days, and say so once', async (_, happen) => {
      const one = await proven({}, { fullSyncEvery: 30 * 24 * hour })
      const difference = await happen(one)
      expect(await seen(one)).toEqual([])
      one.book(-1)
      expect(await one.sync(7, 6 * hour)).toEqual([])
      expect([await one.statusOf(one.accountId), await one.open()]).toEqual(['pending', []])
      expect(await one.sync(1, 6 * hour)).toEqual([{ account: one.accountId, difference }])
      one.book(-2)
      expect(await one.sync(5)).toEqual([])
      expect(await one.open()).toEqual([{ id: 'A6J', account: one.accountId, difference }])
      expect(await one.statusOf(one.accountId)).toBe('mismatch')
    })

    it('no longer differ once a comparison has restored the row', async () => {
      const one = await proven({}, { tolerance: hour })
      const id = one.book(-7)
      await one.sync(1)
      await drop(id)
      expect(await seen(one)).toEqual([])
      one.book(-1)
      expect(await one.sync(2)).toEqual([{ account: one.accountId, difference: -700n }])
      await one.sync(25)
      expect([await one.open(), await one.statusOf(one.accountId)]).toEqual([[], 'agrees'])
    })

    it('are never reported to differ if a comparison restores the row within two days', async () => {
      const one = await proven()
      const id = one.book(-7)
      await one.sync(1)
      await drop(id)
      expect(await seen(one)).toEqual([])
      expect(await one.statusOf(one.accountId)).toBe('pending')
      expect(await one.sync(12, 6 * hour)).toEqual([])
      expect(await one.statusOf(one.accountId)).toBe('agrees')
    })

    it('move with rows that a comparison adds and that were missing before the proof began', async () => {
      const one = await opened({}, { fullSyncEvery: 48 * hour })
      await one.sync(1)
      await place.script(`
        DELETE FROM ${place.table('transactions')} WHERE account_id = '${one.accountId}' AND id IN (
          SELECT max(id) FROM ${place.table('transactions')} WHERE account_id = '${one.accountId}'
        )`)
      expect(await one.sync(5, 6 * hour)).toEqual([])
      expect(await one.statusOf(one.accountId)).toBe('agrees')
      one.book(-1)
      expect(await one.sync(8, 6 * hour)).toEqual([])
      one.book(-1)
      expect(await one.sync(8, 6 * hour)).toEqual([])
      expect([await one.open(), await one.statusOf(one.accountId)]).toEqual([[], 'agrees'])
    })

    it('are proven from the day from which the mirror reads', async () => {
      const since = new Date(start - 5 * 24 * hour)
      const one = await proven({ since }, soon)
      const { sandbox } = one
      // A row of earlier days comes when somebody changes its category.
      const client = createClient({ ...sandbox.credentials, http: sandbox.http, profile: bridge2025, clock: one.clock })
      const rows = await all(client.user({ externalUserId: 'A6J' }).transactions.all())
      const old = rows.filter(({ account_id, date }) => account_id === one.account && date < '2026-01-10')
      expect(old.length).toBeGreaterThan(1)
      for (const { id } of old.slice(0, 2)) sandbox.updateTransaction(id, { category_id: 1 })
      one.book(-3)
      expect(await one.sync(30)).toEqual([])
      one.book(-3)
      expect(await one.sync(5)).toEqual([])
      const id = one.book(-7)
      await one.sync(1)
      await drop(id)
      expect(await seen(one)).toEqual([])
      one.book(-1)
      expect(await one.sync(2)).toEqual([{ account: one.accountId, difference: -700n }])
    })

    it('are compared in the next round if a process died before it compared them', async () => {
      const one = await proven({}, { fullSyncEvery: 30 * 24 * hour })
      // The rows were written, and the comparison was not.
      one.book(-7)
      await one.sync(1)
      await place.script(`UPDATE ${place.table('balance_proofs')} SET is_open = true, state =
        replace(state, '"sum":"', '"sum":"9')`)
      expect(await one.sync(30)).toEqual([])
      expect(await one.open()).toEqual([])
    })

    it('are not reported to differ before their rows were added up again', async () => {
      const one = await loaded()
      one.book(-7)
      await one.sync(1)
      const table = place.table('balance_proofs')
      await place.script(`
        UPDATE ${place.table('users')} SET is_unproven = true;
        UPDATE ${place.table('account_sums')} SET units_low = units_low + 100`)
      for (let round = 0; round < 4; round++) {
        for (const id of one.person.itemIds) one.sandbox.refresh(id)
        expect(await one.sync(1)).toEqual([])
        const [proof] = await query(`SELECT state FROM ${table} WHERE account_id = '${one.accountId}'`)
        const state = JSON.parse(String(proof?.state)) as {
          readonly candidates?: ReadonlyArray<{ readonly rounds: number }>
        }
        expect(state.candidates?.[0]?.rounds).toBe(round < 2 ? round + 1 : undefined)
      }
      expect(await one.open()).toEqual([])
    })

    it('are compared with the rows themselves once a day, in case somebody changed rows without the triggers', async () => {
      const one = await loaded()
      const id = one.book(-7)
      await one.sync(1)
      const sums = place.table('account_sums')
      await drop(id)
      await place.script(`UPDATE ${sums} SET units_low = units_low - 700 WHERE account_id = '${one.accountId}'`)
      const bookAll = async (rounds: number) => {
        const found: Array<FoundDifference> = []
        for (let round = 0; round < rounds; round++) {
          one.book(-1)
          found.push(...(await one.sync(1)))
        }
        return found
      }
      // The rows were added up in the last round before.
      expect(await bookAll(12)).toEqual([])
      expect(await bookAll(24)).toEqual([{ account: one.accountId, difference: -700n }])
      const [kept] = await query(`
        SELECT CAST(units_high * 1000000000 + units_low AS text) AS kept, CAST(row_count AS integer) AS row_count
        FROM ${sums} WHERE account_id = '${one.accountId}'`)
      const [added] = await query(`
        SELECT CAST(minor_units AS text) AS kept, CAST(row_count AS integer) AS row_count
        FROM ${place.table('booked_sums')} WHERE account_id = '${one.accountId}'`)
      expect(kept).toEqual(added)
    })

    it('are proven for the users of an earlier version, whose rows were not added up', async () => {
      const one = await proven({}, soon)
      // As after the migration: no sums, and no time at which rows were added up.
      await place.script(`
        DELETE FROM ${place.table('account_sums')};
        UPDATE ${place.table('users')} SET sums_at = NULL`)
      one.book(-3)
      expect(await one.sync(5)).toEqual([])
      const id = one.book(-7)
      await one.sync(1)
      await drop(id)
      const found = [...(await seen(one))]
      one.book(-1)
      found.push(...(await one.sync(2)))
      expect(found).toEqual([{ account: one.accountId, difference: -700n }])
    })

    it('leave no sums of what is erased', async () => {
      const one = await proven()
      const count = async (): Promise<number> =>
        Number((await query(`SELECT count(*) AS rows FROM ${place.table('account_sums')}`))[0]?.rows)
      expect(await count()).toBeGreaterThan(0)
      for (const id of one.person.itemIds) one.sandbox.removeItem(id)
      await one.sync(3)
      await one.sync(30)
      expect(await count()).toBe(0)
      const table = place.table('account_sums')
      await place.script(`
        INSERT INTO ${table} (user_id, account_id, currency_code, row_count, inexact_count, units_high, units_low, old_high, old_low)
        VALUES ('A6J', '${one.accountId}', 'EUR', -1, 0, 0, 5, 0, 0)`)
      await all(one.mirror.erase('A6J'))
      expect(await count()).toBe(0)
    })

    it('are proven anew when the user gives access to an account again', async () => {
      const one = await proven()
      one.sandbox.setDataAccess(one.account, 'disabled')
      expect(await one.sync(3)).toEqual([])
      const of = `FROM ${place.table('balance_proofs')} WHERE account_id = '${one.accountId}'`
      expect(await query(`SELECT 1 AS one ${of}`)).toEqual([])
      one.book(-5)
      one.sandbox.setDataAccess(one.account, 'enabled')
      expect(await one.sync(30)).toEqual([])
      one.book(-5)
      expect(await one.sync(3)).toEqual([])
      const [proof] = await query(`SELECT started_at IS NULL AS is_new, difference ${of}`)
      expect([Boolean(proof?.is_new), proof?.difference]).toEqual([false, null])
    })

    it('are not proven in a round that lacks a list or omits a row', async () => {
      const one = await proven()
      await drop(one.book(-7))
      for (const kind of ['status', 'status', 'status'] as const) {
        one.sandbox.faults.add({ kind, status: 403, on: 'accounts' })
        await one.sync(1).catch(() => undefined)
      }
      const [proof] = await query(
        `SELECT state FROM ${place.table('balance_proofs')} WHERE account_id = '${one.accountId}'`,
      )
      expect(JSON.parse(String(proof?.state))).not.toHaveProperty('candidates')
    })

    it('go with their account, their item and their user', async () => {
      const one = await proven({}, { removedRows: 'delete' })
      const count = async (table: string) => {
        const [row] = await query(
          `SELECT count(*) AS rows FROM ${place.table(table)} WHERE account_id = '${one.accountId}'`,
        )
        return Number(row?.rows)
      }
      await place.script(`
        INSERT INTO ${place.table('removed_sums')} (user_id, account_id, currency_code, day, units_high, units_low)
        VALUES ('A6J', '${one.accountId}', 'EUR', '2025-12-01', 0, -500)`)
      const counts = async () => [await count('balances'), await count('balance_proofs'), await count('removed_sums')]
      expect(await counts()).toEqual([3, 1, 1])
      const item = one.person.itemIds.find((id) => id > 0)
      for (const id of one.person.itemIds) one.sandbox.removeItem(id)
      expect(item).toBeDefined()
      await one.sync(3)
      await one.sync(30)
      expect(await counts()).toEqual([0, 0, 0])
      await all(one.mirror.erase('A6J'))
      const left = await query(`SELECT user_id FROM ${place.table('balances')}`)
      expect(left).toEqual([])
    })

    /** The view of the balances of an account, by day. */
    const view = async (account: string, user = 'A6J') => {
      const date = name === 'SQLite' ? 'day' : "to_char(day, 'YYYY-MM-DD')"
      const rows = await query(`
        SELECT ${date} AS day, CAST(minor_units AS text) AS minor_units, source FROM ${place.table('daily_balances')}
        WHERE user_id = '${user}' AND account_id = '${account}' ORDER BY day`)
      return new Map(rows.map(({ day: at, minor_units, source }) => [at, [source, minor_units]]))
    }

    it('are a series of days in the program and in SQL, and unknown where rows are missing', async () => {
      const { sync, book, accountId, mirror, sandbox } = await opened()
      const day = 24 * hour
      await sync(1)
      const ids = []
      for (let time = 0; time < 5; time++) {
        sandbox.advance(day)
        ids.push(book(-10))
        await sync(1)
      }
      const series = () => all(mirror.balances({ user: 'A6J', account: accountId, from: '2026-01-10', by: 'day' }))
      const [points = []] = await series()
      expect(points.length).toBeGreaterThanOrEqual(10)
      expect(points.filter(({ _tag }) => _tag === 'unknown')).toEqual([])
      expect(points.filter(({ _tag }) => _tag === 'reported').length).toBeGreaterThanOrEqual(5)
      const rows = await view(accountId)
      // In SQL, a balance that was told before the last row of its day stays as it was told.
      const [early, ...same] = points.filter((point) => rows.has(point.day) && point.day > '2026-01-15')
      expect([early?._tag, rows.get('2026-01-16')?.[0], same.length]).toEqual(['computed', 'reported', 4])
      for (const point of same)
        expect(rows.get(point.day)).toEqual([point._tag, point._tag !== 'unknown' && String(point.minorUnits)])

      await drop(ids[3] ?? 0)
      sandbox.advance(3 * day)
      await sync(1)
      const [broken = []] = await series()
      const unknown = broken.filter(({ _tag }) => _tag === 'unknown')
      expect(unknown.every((point) => point._tag === 'unknown' && point.difference === -1000n)).toBe(true)
      expect(await all(mirror.balances({ user: 'A6J', account: 'unknown', by: 'day' }))).toEqual([[]])
      expect(await failure(mirror.balances({ user: 'A6J', account: '', by: 'day' }))).toBeInstanceOf(ConfigError)
      expect(await failure(mirror.balances({ user: 'A6J', account: accountId, by: 'week' as 'day' }))).toBeInstanceOf(
        ConfigError,
      )
    })

    it.each([
      ['were booked after the last balance of their day', [[7], [2, 0, 13]]],
      [
        'are dated before a balance',
        [
          [24, 1],
          [24, 1],
        ],
      ],
      [
        'are dated days before the first balance',
        [
          [24, 4],
          [24, 5],
          [24, 6],
        ],
      ],
      [
        'are dated before balances with rows between',
        [
          [48, 1],
          [48, 1],
          [24, 5],
        ],
      ],
      [
        'are dated in several days before and after balances',
        [
          [24, 2],
          [0, 0],
          [24, 1],
        ],
      ],
    ])('are the same in SQL and in the program, or unknown in SQL, when rows %s', async (_, bookings) => {
      const { sync, mirror, sandbox, person, account, accountId } = await opened()
      await sync(1)
      const read = async () => (await all(mirror.balances({ user: 'A6J', account: accountId, by: 'day' })))[0] ?? []
      const [first] = await read()
      for (const [hours = 0, daysBack = 0, hoursToRead = 0] of bookings) {
        sandbox.advance(hours * hour)
        const date = new Date(sandbox.now() - daysBack * 24 * hour).toISOString().slice(0, 10)
        sandbox.insertTransactions(person.uuid, 1, { changes: { account_id: account, amount: -1.5 - daysBack, date } })
        sandbox.advance(hoursToRead * hour)
        if (hoursToRead > 0) for (const id of person.itemIds) sandbox.refresh(id)
        await sync(1)
      }
      const points = await read()
      const rows = await view(accountId)
      expect(points[0]).toEqual(first)
      expect(points.filter(({ _tag }) => _tag === 'unknown')).toEqual([])
      const [firstDay] = rows
      expect(firstDay).toEqual([first?.day, ['computed', first?._tag !== 'unknown' && String(first?.minorUnits)]])
      for (const point of points) {
        const [source, units] = rows.get(point.day) ?? []
        if (source === 'computed')
          expect([point.day, units]).toEqual([point.day, point._tag !== 'unknown' && String(point.minorUnits)])
      }
    })

    it('are right when a row is booked between the list of accounts and that of transactions of a round', async () => {
      const { sync, book, mirror, sandbox, accountId } = await opened()
      const read = async () => (await all(mirror.balances({ user: 'A6J', account: accountId, by: 'day' })))[0] ?? []
      // The pending rows of the sandbox post before.
      sandbox.advance(3 * 24 * hour)
      await sync(1)
      sandbox.advance(2 * 24 * hour)
      let isBooked = false
      const subscription = sandbox.journal.changes$.subscribe(({ route, status }) => {
        if (route !== 'accounts' || status !== 200 || isBooked) return
        isBooked = true
        sandbox.advance(1000)
        book(-9)
      })
      await sync(1)
      subscription.unsubscribe()
      const raced = await read()
      const rows = await view(accountId)
      await sync(1)
      const settled = await read()
      expect(settled.at(-1)?._tag).toBe('reported')
      expect(raced.at(-1)?._tag).toBe('computed')
      const figures = (points: typeof raced) =>
        points.map((point) => ('minorUnits' in point ? point.minorUnits : 'unknown'))
      expect(figures(raced)).toEqual(figures(settled))
      for (const point of settled)
        if (rows.get(point.day)?.[0] === 'computed')
          expect(rows.get(point.day)?.[1]).toBe('minorUnits' in point && String(point.minorUnits))
    })

    it('are true in SQL or unknown, whenever balances were told and rows were booked and changed', async () => {
      const { mirror } = await opened()
      await all(mirror.migrate())
      let computed = 0
      await fc.assert(
        fc.asyncProperty(fc.array(bankHistory(['UTC']), { minLength: 25, maxLength: 25 }), async (histories) => {
          const insertions = histories.flatMap(({ balances: tellings, entries }, user) => [
            ...tellings.map(
              ({ at, units }, index) => `
              INSERT INTO ${place.table('balances')}
                (user_id, account_id, number, currency_code, minor_units, reported_at, read_at, last_reported_at, last_read_at)
              VALUES ('${String(user)}', '7', ${String(index)}, 'EUR', '${String(units)}', '${at.toISOString()}',
                '${at.toISOString()}', NULL, '${at.toISOString()}');`,
            ),
            ...entries.map(
              ({ date, minorUnits, updatedAt }, index) => `
              INSERT INTO ${place.table('transactions')}
                (user_id, id, account_id, date, minor_units, currency_code, updated_at, row)
              VALUES ('${String(user)}', '${String(index)}', '7', '${date}', ${String(minorUnits)}, 'EUR',
                '${updatedAt.toISOString()}', '{}');`,
            ),
          ])
          await place.script(
            `DELETE FROM ${place.table('balances')}; DELETE FROM ${place.table('transactions')};
            ${insertions.join('')}`,
          )
          for (const [user, { closing }] of histories.entries()) {
            const [points = []] = await all(mirror.balances({ user: String(user), account: '7', by: 'day' }))
            const known = new Set(points.filter(({ _tag }) => _tag !== 'unknown').map(({ day }) => day))
            for (const [day, [source, units]] of await view('7', String(user)))
              if (source === 'computed') {
                expect([day, units, known.has(String(day))]).toEqual([day, String(closing(String(day))), true])
                computed++
              }
          }
        }),
        { numRuns: 4 },
      )
      expect(computed).toBeGreaterThan(100)
    })

    it.each([
      ['the rows as they are now', 'deletion'],
      ['them in SQL, and are unknown in the program', 'change'],
    ])('before the first told one follow %s, after a %s', async (_, kind) => {
      const { sync, book, mirror, sandbox, accountId } = await opened()
      const read = async () => (await all(mirror.balances({ user: 'A6J', account: accountId, by: 'day' })))[0] ?? []
      const id = book(-100)
      await sync(1)
      const [first] = await read()
      sandbox.advance(24 * hour)
      if (kind === 'change') sandbox.updateTransaction(id, { amount: -150 })
      else sandbox.deleteTransaction(id)
      await sync(1)
      expect((await read())[0]).toEqual(
        kind === 'deletion' ? first : { _tag: 'unknown', day: first?.day, currency: 'EUR', difference: 0n },
      )
      const [firstDay] = await view(accountId)
      expect(firstDay).toEqual([first?.day, ['computed', first?._tag !== 'unknown' && String(first?.minorUnits)]])
    })

    it.each([
      ['a removal that the balance shows', true],
      ['the loss of a row that is still in the balance', false],
    ])('are known across %s', async (_, isInBalance) => {
      const { sync, book, mirror, sandbox, accountId, person } = await opened()
      const day = 24 * hour
      const read = async () => (await all(mirror.balances({ user: 'A6J', account: accountId, by: 'day' })))[0] ?? []
      const nextDay = async (happen: () => unknown) => {
        sandbox.advance(day)
        await happen()
        for (const item of person.itemIds) sandbox.refresh(item)
        await sync(1)
      }
      // The pending rows of the sandbox post before.
      sandbox.advance(3 * day)
      await sync(1)
      let id = 0
      await nextDay(() => {
        id = book(-100)
      })
      const before = await read()
      const remove = (): Promise<unknown> => {
        if (isInBalance) sandbox.deleteTransaction(id)
        const table = place.table('transactions')
        return isInBalance
          ? Promise.resolve()
          : place.script(`UPDATE ${table} SET removed_at = updated_at WHERE id = '${String(id)}'`)
      }
      await nextDay(remove)
      await nextDay(() => book(-1))
      const after = await read()
      expect(after.filter(({ _tag }) => _tag === 'unknown')).toEqual([])
      expect(after.slice(0, before.length)).toEqual(before)
      const [last, first] = [after.at(-1), before.at(-1)]
      const units = (point: typeof last) => (point === undefined || point._tag === 'unknown' ? 0n : point.minorUnits)
      expect(units(last) - units(first)).toBe(isInBalance ? 9_900n : -100n)
    })

    it('can be read at any size, and are unknown in SQLite beyond 2^53', async () => {
      const { mirror } = await opened()
      await all(mirror.migrate())
      const units = ['9007199254740993', '9223372036854775807', '-9223372036854775808']
      for (const [number, minor] of units.entries())
        await place.script(`
          INSERT INTO ${place.table('balances')}
            (user_id, account_id, number, currency_code, minor_units, reported_at, read_at, last_reported_at, last_read_at)
          VALUES ('A6J', '7', ${String(number + 1)}, 'EUR', '${minor}', '2026-01-0${String(number + 1)}T12:00:00.000Z',
            '2026-01-0${String(number + 1)}T12:00:00.000Z', NULL, '2026-01-0${String(number + 1)}T12:00:00.000Z')`)
      const [points = []] = await all(mirror.balances({ user: 'A6J', account: '7', by: 'day' }))
      expect(points.map((point) => point._tag !== 'unknown' && String(point.minorUnits))).toEqual(units)
      await place.query(`SELECT * FROM ${place.table('daily_balances')}`)
    })
  })
}
