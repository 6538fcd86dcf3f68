import fc from 'fast-check'
import { all, type Place } from './place.js'

const accounts = ['7', '8', null] as const
const currencies = ['EUR', 'USD', null] as const
const day = fc.constantFrom('2025-12-30', '2026-01-01', '2026-01-09', '2026-01-10', '2026-02-01', null)
const units = fc.oneof(
  fc.bigInt({ min: -100_000n, max: 100_000n }),
  fc.constantFrom(999_999_999n, -1_000_000_001n, 9_007_199_254_740_993n, 2n ** 63n - 1n, -(2n ** 63n)),
)

/** What a row of the table may be. */
const rowFields = fc.record({
  account: fc.constantFrom(...accounts),
  currency: fc.constantFrom(...currencies),
  units: fc.option(units),
  date: day,
  updatedAt: fc.option(fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-02T12:00:00.000Z')),
  isFuture: fc.option(fc.boolean()),
  isShown: fc.option(fc.boolean()),
  isRemoved: fc.boolean(),
})
type RowFields = typeof rowFields extends fc.Arbitrary<infer A> ? A : never

const user = fc.constantFrom('A6J', 'B7K')
const id = fc.constantFrom('1', '2', '3', '4')

const event = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('write' as const), user, id, row: rowFields }) },
  fc.record({ kind: fc.constantFrom('delete', 'remove', 'restore'), user, id }),
  fc.record({ kind: fc.constant('move' as const), user, account: fc.constantFrom(...accounts), to: fc.constant('8') }),
  fc.record({ kind: fc.constant('erase' as const), user }),
  fc.record({ kind: fc.constant('replace' as const), user, id, row: rowFields }),
  fc.record({ kind: fc.constant('rekey' as const), user, id, toUser: user, toId: id }),
)
type Event = typeof event extends fc.Arbitrary<infer A> ? A : never

const textOr = (value: unknown, other: string): string => (typeof value === 'string' ? value : other)

const literal = (value: string | boolean | null): string =>
  value === null ? 'NULL' : typeof value === 'boolean' ? String(value) : `'${value}'`

/** A statement that gives a row another key, also that of another row if the database can do that. */
export const rekeyed = (
  table: string,
  isSqlite: boolean,
  { user: owner, id: rowId, toUser, toId }: Readonly<Record<'user' | 'id' | 'toUser' | 'toId', string>>,
): string => `
  UPDATE ${isSqlite ? 'OR REPLACE' : ''} ${table} SET user_id = '${toUser}', id = '${toId}' WHERE user_id = '${owner}' AND id = '${rowId}'
  ${isSqlite ? '' : `AND NOT EXISTS (SELECT FROM ${table} WHERE user_id = '${toUser}' AND id = '${toId}')`}`

/** The sums that triggers keep, in every mirror, on whatever database. */
export const keptSums = (name: string, open: () => Promise<Place>): void => {
  describe(`kept sums of a mirror on ${name}`, () => {
    let place: Place
    beforeEach(async () => {
      place = await open()
      await all(place.createMirror().migrate())
    })
    afterEach(() => place.close())

    const isSqlite = name === 'SQLite'
    const date = (column: string): string => (isSqlite ? column : `to_char(${column}, 'YYYY-MM-DD')`)
    const moment = (column: string): string =>
      isSqlite ? column : `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

    const unitsOf = (value: bigint | null): string => {
      if (value === null) return isSqlite ? 'NULL, NULL' : 'NULL'
      if (!isSqlite) return `'${String(value)}'`
      return Number.isSafeInteger(Number(value)) ? `${String(value)}, NULL` : `NULL, '${String(value)}'`
    }
    const columns = `user_id, id, account_id, currency_code, minor_units${isSqlite ? ', large_minor_units' : ''},
      date, updated_at, is_future, show_client_side, removed_at, row`
    const write = (owner: string, rowId: string, row: RowFields, isReplaced = false): string => {
      const values = [
        literal(owner),
        literal(rowId),
        literal(row.account),
        literal(row.currency),
        unitsOf(row.units),
        literal(row.date),
        literal(row.updatedAt),
        literal(row.isFuture),
        literal(row.isShown),
        row.isRemoved ? `'2026-02-02T00:00:00.000Z'` : 'NULL',
        `'{}'`,
      ]
      const changes = columns
        .split(',')
        .slice(2)
        .map((column) => `${column.trim()} = excluded.${column.trim()}`)
      const conflict = isReplaced ? '' : `ON CONFLICT (user_id, id) DO UPDATE SET ${changes.join(', ')}`
      return `INSERT ${isReplaced ? 'OR REPLACE' : ''} INTO ${place.table('transactions')} (${columns})
        VALUES (${values.join(', ')}) ${conflict}`
    }

    const scriptOf = (one: Event): string => {
      const table = place.table('transactions')
      const owned = `user_id = '${one.user}'`
      if (one.kind === 'write') return write(one.user, one.id, one.row)
      if (one.kind === 'replace') return write(one.user, one.id, one.row, isSqlite)
      if (one.kind === 'rekey') return rekeyed(table, isSqlite, one)
      if (one.kind === 'erase') return `DELETE FROM ${table} WHERE ${owned}`
      if (one.kind === 'move')
        return `UPDATE ${table} SET account_id = '${one.to}' WHERE ${owned} AND account_id ${one.account === null ? 'IS NULL' : `= '${one.account}'`}`
      const which = `${owned} AND id = '${one.id}'`
      if (one.kind === 'delete') return `DELETE FROM ${table} WHERE ${which}`
      return `UPDATE ${table} SET removed_at = ${one.kind === 'remove' ? `'2026-02-02T00:00:00.000Z'` : 'NULL'} WHERE ${which}`
    }

    /** The sums of the rows, by another way than that of the triggers. */
    const expected = async () => {
      const amount = isSqlite ? 'coalesce(CAST(minor_units AS text), large_minor_units)' : 'CAST(minor_units AS text)'
      const rows = await place.query(
        `SELECT user_id, coalesce(account_id, '') AS account, coalesce(currency_code, '') AS currency, ${amount} AS units,
           ${date('date')} AS date, ${moment('updated_at')} AS at, is_future, show_client_side, removed_at
         FROM ${place.table('transactions')} ORDER BY user_id, account, currency`,
      )
      const sums = new Map<string, Sum>()
      for (const row of rows) {
        if (row.removed_at !== null || Boolean(row.is_future)) continue
        if (row.show_client_side !== null && !row.show_client_side) continue
        const key = [row.user_id, row.account, row.currency].join(' ')
        const sum = sums.get(key) ?? { count: 0, inexact: 0, units: 0n, old: 0n, at: '', firstDay: '9999' }
        const value = typeof row.units === 'string' ? BigInt(row.units) : 0n
        const [at, dated] = [textOr(row.at, ''), textOr(row.date, '9999')]
        sums.set(key, {
          count: sum.count + 1,
          inexact: sum.inexact + (row.units === null ? 1 : 0),
          units: sum.units + value,
          old: sum.old + (dated < oldBefore ? value : 0n),
          at: at > sum.at ? at : sum.at,
          firstDay: dated < sum.firstDay ? dated : sum.firstDay,
        })
      }
      return sums
    }

    const kept = async () => {
      const texts = ['units_high', 'units_low', 'old_high', 'old_low'].map(
        (column) => `CAST(${column} AS text) AS ${column}`,
      )
      const rows = await place.query(
        `SELECT user_id, account_id, currency_code, row_count, inexact_count, ${texts.join(', ')},
           ${moment('rows_at')} AS at, ${date('first_day')} AS first_day, ${date('old_before')} AS old_before
         FROM ${place.table('account_sums')} ORDER BY user_id, account_id, currency_code`,
      )
      return new Map(
        rows.map((row): [string, Sum & { readonly hasOld: boolean }] => [
          [row.user_id, row.account_id, row.currency_code].join(' '),
          {
            count: Number(row.row_count),
            inexact: Number(row.inexact_count),
            units: BigInt(String(row.units_high)) * 1_000_000_000n + BigInt(String(row.units_low)),
            old: BigInt(String(row.old_high)) * 1_000_000_000n + BigInt(String(row.old_low)),
            at: textOr(row.at, ''),
            firstDay: textOr(row.first_day, '9999'),
            hasOld: row.old_before !== null,
          },
        ]),
      )
    }

    const check = async () => {
      const [found, rows] = [await kept(), await expected()]
      expect([...found.keys()].sort()).toEqual([...rows.keys()].sort())
      for (const [key, sum] of rows) {
        const own = found.get(key)
        expect([key, own?.count, own?.inexact, own?.units]).toEqual([key, sum.count, sum.inexact, sum.units])
        // A sum that began anew has no old rows until all rows are added up.
        expect([key, own?.old]).toEqual([key, own?.hasOld === true ? sum.old : 0n])
        expect(own !== undefined && own.at >= sum.at && own.firstDay <= sum.firstDay).toBe(true)
      }
    }

    it('are those of the rows after every change of them', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(rowFields, { maxLength: 4 }),
          fc.array(event, { maxLength: 12 }),
          fc.boolean(),
          async (rows, events, isRecursive) => {
            if (isSqlite) await place.script(`PRAGMA recursive_triggers = ${String(isRecursive)}`)
            await place.script(`DELETE FROM ${place.table('transactions')}; DELETE FROM ${place.table('account_sums')}`)
            for (const [index, row] of rows.entries()) await place.script(write('A6J', String(index + 1), row))
            const before = `'${oldBefore}'`
            for (const [key, { old }] of await expected()) {
              const [owner = '', account = '', currency = ''] = key.split(' ')
              await place.script(
                `UPDATE ${place.table('account_sums')} SET old_before = ${before}, old_high = ${String(old / 1_000_000_000n)},
                 old_low = ${String(old % 1_000_000_000n)}
               WHERE user_id = '${owner}' AND account_id = '${account}' AND currency_code = '${currency}'`,
              )
            }
            await check()
            for (const one of events) {
              await place.script(scriptOf(one))
              await check()
            }
          },
        ),
        { numRuns: isSqlite ? 150 : 40 },
      )
    })
  })
}

const oldBefore = '2026-01-10'

interface Sum {
  readonly count: number
  readonly inexact: number
  readonly units: bigint
  readonly old: bigint
  readonly at: string
  readonly firstDay: string
}
