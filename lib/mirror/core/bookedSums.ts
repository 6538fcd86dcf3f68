import { toDay } from '../../ledger/balances/toDay.js'
import { type Program, type ResultRow, statement } from './Program.js'
import { toStorableJson } from './rowText.js'
import type { SqlDialect } from './SqlDialect.js'

/** A round after which the balances of a user are compared with the sums of the rows. Times are in milliseconds since 1970. */
export interface ProvenRound {
  readonly user: string
  readonly fence: number
  /** The ids of the transactions that the round wrote. */
  readonly changedIds: ReadonlyArray<string>
  /** How long the service may take to show a change of rows, in milliseconds. */
  readonly overlap: number
  readonly now: number
  /** The time from which the first round read, if it did not read everything. */
  readonly since: Date | undefined
}

/** The rows of an account in one currency: exact sums, and the days and times between which they lie. */
export interface AccountSums {
  readonly currency: unknown
  readonly isExact: boolean
  readonly sum: bigint
  readonly oldSum: bigint
  readonly lateSum: bigint
  readonly rowsAt: number
  readonly firstDay: string
}

/** The day in UTC of a moment, in milliseconds since 1970. */
export const utcDay = (moment: number): string => toDay(new Date(moment), 'UTC')

const momentOf = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : 0)

/** Integers of SQLite overflow at 2^63, so two parts of each number are added. */
const partsOf = (name: string, condition?: string): string =>
  ['/', '%']
    .map((operator) => {
      const part = `CAST(minor_units AS bigint) ${operator} 1000000000`
      const summand = condition === undefined ? part : `CASE WHEN ${condition} THEN ${part} END`
      return `CAST(sum(${summand}) AS text) AS ${name}_${operator === '/' ? 'high' : 'low'}`
    })
    .join(', ')

const sumOf = (row: ResultRow, name: string): bigint => {
  const part = (which: string): bigint => BigInt((row[`${name}_${which}`] ?? 0) as string | number)
  return part('high') * 1_000_000_000n + part('low')
}

/**
 * The sums of the booked rows of each account of a user: those of the view `booked_transactions`, by columns alone, so that no
 * row is read as JSON.
 */
export function* bookedSums(
  { table, isIn, isoDate, isoTimestamp, largeColumns }: SqlDialect,
  { user, changedIds, since }: ProvenRound,
  hasBegun: boolean,
): Program<ReadonlyMap<string, ReadonlyArray<AccountSums>>> {
  const units = largeColumns.includes('large_minor_units') ? 'coalesce(minor_units, large_minor_units)' : 'minor_units'
  const rows = yield statement(
    `SELECT booked.account_id, booked.currency_code, count(*) - count(minor_units) AS inexact_count,
       ${isoTimestamp('max(updated_at)')} AS rows_at, ${isoDate('min(date)')} AS first_day,
       ${partsOf('whole')}, ${partsOf('old', 'date < coalesce(proof.first_day, $3)')},
       ${partsOf('late', `updated_at < proof.begun_at AND date >= proof.first_day AND ${isIn('booked.id', '$2')}`)}
     FROM (
       SELECT user_id, id, account_id, currency_code, ${units} AS minor_units, date, updated_at
       FROM ${table('transactions')}
       WHERE user_id = $1 AND removed_at IS NULL AND show_client_side IS NOT FALSE AND is_future IS NOT TRUE
     ) AS booked
     LEFT JOIN ${table('balance_proofs')} AS proof
       ON proof.user_id = booked.user_id AND proof.account_id = booked.account_id
     GROUP BY booked.account_id, booked.currency_code`,
    user,
    toStorableJson(hasBegun ? changedIds : []),
    since === undefined ? null : utcDay(since.getTime()),
  )
  const sums = new Map<string, Array<AccountSums>>()
  for (const row of rows) {
    const account = String(row.account_id)
    const found = sums.get(account) ?? []
    sums.set(account, found)
    found.push({
      currency: row.currency_code,
      isExact: Number(row.inexact_count) === 0,
      sum: sumOf(row, 'whole'),
      oldSum: sumOf(row, 'old'),
      lateSum: sumOf(row, 'late'),
      rowsAt: momentOf(row.rows_at),
      firstDay: typeof row.first_day === 'string' ? row.first_day : '',
    })
  }
  return sums
}
