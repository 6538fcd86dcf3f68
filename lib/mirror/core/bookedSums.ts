import { firstDayAt } from '../../ledger/balances/proofMoves.js'
import { addToSums, isBooked } from './accountSums.js'
import { type Program, type ResultRow, statement } from './Program.js'
import type { SqlDialect } from './SqlDialect.js'

/**
 * A round after which the balances of a user are compared with the sums of the rows. Times are in milliseconds since 1970.
 */
export interface ProvenRound {
  readonly user: string
  readonly fence: number
  /** The ids of the transactions that the round wrote. */
  readonly changedIds: ReadonlyArray<string>
  /** How long the service may take to show a change of rows, in milliseconds. */
  readonly overlap: number
  /** How long a difference must last to be reported, in milliseconds. */
  readonly tolerance: number
  /** Whether the round has omitted a row that could not be decoded, so that nothing can be compared. */
  readonly omitsRows: boolean
  readonly now: number
  /** The time from which the first round read, if it did not read everything. */
  readonly since: Date | undefined
}

/**
 * The sums of the booked rows of an account in one currency. No row is dated before `firstDay`, or was updated after
 * `rowsAt`.
 */
export interface AccountSums {
  readonly currency: string
  readonly isExact: boolean
  readonly sum: bigint
  readonly oldSum: bigint
  readonly rowsAt: number
  readonly firstDay: string | undefined
  /** The day before which rows are in `oldSum`. */
  readonly oldBefore: string | undefined
}

/** SQL for the amount of a transaction. SQLite stores large amounts as text. */
export const unitsColumn = ({ largeColumns }: SqlDialect): string =>
  largeColumns.includes('large_minor_units')
    ? 'coalesce(minor_units, CAST(large_minor_units AS bigint))'
    : 'minor_units'

/**
 * Adds up all booked rows of a user, and replaces the stored sums, which may be wrong if somebody has changed rows while the
 * triggers were disabled.
 */
export function* addUpRows(dialect: SqlDialect, { user, now }: ProvenRound): Program<void> {
  const { table } = dialect
  yield statement(`DELETE FROM ${table('account_sums')} WHERE user_id = $1`, user)
  yield statement(
    addToSums({
      table: table('account_sums'),
      name: dialect.sumsName,
      rows: `SELECT user_id, account_id, currency_code, ${unitsColumn(dialect)} AS minor_units, date, updated_at, 1 AS sign
        FROM ${table('transactions')} WHERE user_id = $1 AND ${isBooked()}`,
      join: `${table('balance_proofs')} AS proof ON proof.user_id = moved.user_id AND proof.account_id = moved.account_id`,
      oldBefore: 'coalesce(proof.first_day, $2)',
    }),
    user,
    firstDayAt(now),
  )
  yield statement(`UPDATE ${table('users')} SET sums_at = $2 WHERE id = $1`, user, now)
}

/**
 * SQL that selects, for each account, the sum of the rows of a round that the service had changed before the proof of the
 * account began. The first parameter is the user, the second one the ids of the rows.
 */
export const lateRows = (dialect: SqlDialect): string => {
  const { table, isIn } = dialect
  const part = (operator: string): string => `sum(minor_units ${operator} 1000000000)`
  return `
    SELECT booked.account_id, ${part('/')} AS late_high, ${part('%')} AS late_low
    FROM (
      SELECT user_id, account_id, ${unitsColumn(dialect)} AS minor_units, date, updated_at FROM ${table('transactions')}
      WHERE user_id = $1 AND ${isIn('id', '$2')} AND ${isBooked()}
    ) AS booked
    JOIN ${table('balance_proofs')} AS proof ON proof.user_id = booked.user_id AND proof.account_id = booked.account_id
    WHERE booked.updated_at < proof.begun_at AND booked.date >= proof.first_day GROUP BY booked.account_id`
}

/** The sum whose parts are in the columns `<name>_high` and `<name>_low` of a row. */
export const unitsOf = (row: ResultRow, name: string): bigint => {
  const part = (suffix: string): bigint => BigInt((row[`${name}_${suffix}`] ?? 0) as string | number)
  return part('high') * 1_000_000_000n + part('low')
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Reads the sums of a row of `account_sums` whose columns were all selected as text. */
export const toAccountSums = (row: ResultRow): AccountSums => ({
  currency: String(row.sums_currency),
  isExact: row.inexact_count === '0',
  sum: unitsOf(row, 'units'),
  oldSum: unitsOf(row, 'old'),
  rowsAt: typeof row.rows_at === 'string' ? Date.parse(row.rows_at) : 0,
  firstDay: textOf(row.sums_first_day),
  oldBefore: textOf(row.old_before),
})
