import { firstDayAt } from '../../ledger/balances/proofMoves.js'
import type { RemovedSum } from '../../ledger/balances/ProofState.js'
import { type Program, type ResultRow, statement } from '../core/Program.js'
import { toStorableJson } from '../core/rowText.js'
import type { SqlDialect } from '../core/SqlDialect.js'

/**
 * A SQL condition: a transaction is booked and shown, or was so until it was removed. `prefix`: the row's alias and a
 * dot.
 */
export const isBookedUnlessRemoved = (prefix = ''): string =>
  `${prefix}show_client_side IS NOT FALSE AND ${prefix}is_future IS NOT TRUE`

/** A SQL condition: a transaction is in the balance of its account. `prefix`: the row's alias and a dot. */
export const isBooked = (prefix = ''): string => `${prefix}removed_at IS NULL AND ${isBookedUnlessRemoved(prefix)}`

/** SQLite's integers overflow at 2^63, so billions and remainders are summed separately. */
const partialSum = (operator: '/' | '%', filter = ''): string =>
  `coalesce(sum(sign * (minor_units ${operator} 1000000000))${filter}, 0)`

const summedColumns = ['row_count', 'inexact_count', 'units_high', 'units_low', 'old_high', 'old_low']

/** Booked rows to add to the sums of their accounts. */
interface RowsToAdd {
  /** The full name of the table of sums, and the name by which an `ON CONFLICT` clause refers to it. */
  readonly table: string
  readonly name: string
  /** SQL that selects the rows, with a `sign`: 1 for a row that is added, -1 for one that is subtracted. */
  readonly rows: string
  /**
   * `join`: the table to join with each row `moved`, and the condition. `oldBefore`: SQL for the day before which a row
   * is old.
   */
  readonly join: string
  readonly oldBefore: string
}

/** A statement that adds booked rows to the sums of their accounts, or subtracts them. */
export const addToSums = ({ table, name, rows, join, oldBefore }: RowsToAdd): string => {
  const extremeOf = (column: string, operator: '<' | '>'): string =>
    `CASE WHEN ${name}.${column} IS NULL OR excluded.${column} ${operator} ${name}.${column}
       THEN excluded.${column} ELSE ${name}.${column} END`
  return `
    INSERT INTO ${table} (user_id, account_id, currency_code, ${summedColumns.join(', ')}, rows_at, first_day, old_before)
    SELECT user_id, account_id, currency_code, sum(sign), coalesce(sum(sign) FILTER (WHERE minor_units IS NULL), 0),
      ${partialSum('/')}, ${partialSum('%')},
      ${partialSum('/', ' FILTER (WHERE date < old_before)')}, ${partialSum('%', ' FILTER (WHERE date < old_before)')},
      max(updated_at) FILTER (WHERE sign > 0), min(date) FILTER (WHERE sign > 0), max(old_before)
    FROM (
      SELECT moved.user_id, coalesce(moved.account_id, '') AS account_id, coalesce(moved.currency_code, '') AS currency_code,
        moved.minor_units, moved.date, moved.updated_at, moved.sign, ${oldBefore} AS old_before
      FROM (${rows}) AS moved LEFT JOIN ${join}
    ) AS moved
    WHERE true GROUP BY user_id, account_id, currency_code ORDER BY user_id, account_id, currency_code
    ON CONFLICT (user_id, account_id, currency_code) DO UPDATE SET
      ${summedColumns.map((column) => `${column} = ${name}.${column} + excluded.${column}`).join(', ')},
      rows_at = ${extremeOf('rows_at', '>')}, first_day = ${extremeOf('first_day', '<')}`
}

/**
 * A round after which the balances of a user are compared with the sums of the rows. Times are in milliseconds since
 * 1970.
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
 * Adds up all booked rows of a user, and replaces the stored sums, which may be wrong if somebody has changed rows
 * while the triggers were disabled.
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
 * SQL that selects, for each account, the sum of the rows of a round that the service had changed before the proof of
 * the account began. The first parameter is the user, the second one the ids of the rows.
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
    WHERE booked.updated_at < proof.started_at AND booked.date >= proof.first_day GROUP BY booked.account_id`
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

/** The rows of an account that the service has removed since the last comparison, by currency and day. */
export interface AccountRemovals extends RemovedSum {
  readonly account: string
  readonly currency: string
}

/**
 * Records the sums of booked rows that the service has removed, until the next comparison of their accounts. A bank
 * that shows only the latest days removes the oldest rows, but its balance still contains them.
 */
export function* recordRemovedSums(dialect: SqlDialect, user: string, ids: ReadonlyArray<string>): Program<void> {
  const { table, isIn } = dialect
  yield statement(
    `INSERT INTO ${table('removed_sums')} AS old (user_id, account_id, currency_code, day, units_high, units_low)
     SELECT removed.user_id, removed.account_id, removed.currency_code, removed.date,
       sum(units / 1000000000), sum(units % 1000000000)
     FROM (
       SELECT user_id, account_id, currency_code, date, ${unitsColumn(dialect)} AS units FROM ${table('transactions')}
       WHERE user_id = $1 AND ${isIn('id', '$2')} AND ${isBooked()}
     ) AS removed
     JOIN ${table('balance_proofs')} AS proof ON proof.user_id = removed.user_id AND proof.account_id = removed.account_id
     WHERE units IS NOT NULL AND removed.date IS NOT NULL AND removed.currency_code IS NOT NULL
     GROUP BY removed.user_id, removed.account_id, removed.currency_code, removed.date
     ON CONFLICT (user_id, account_id, currency_code, day) DO UPDATE
     SET units_high = old.units_high + excluded.units_high, units_low = old.units_low + excluded.units_low`,
    user,
    toStorableJson(ids),
  )
}

/** A SQL expression: whether rows of the user in the parameter were removed since the last comparison. */
export const hasRemovedSums = ({ table }: SqlDialect, parameter: string): string =>
  `EXISTS (SELECT 1 FROM ${table('removed_sums')} WHERE user_id = ${parameter})`

/** The rows of a user that the service has removed since the last comparison. */
export function* readRemovedSums(
  { table, isoDate }: SqlDialect,
  user: string,
): Program<ReadonlyArray<AccountRemovals>> {
  const rows = yield statement(
    `SELECT account_id, currency_code, ${isoDate('day')} AS day,
       CAST(units_high AS text) AS units_high, CAST(units_low AS text) AS units_low
     FROM ${table('removed_sums')} WHERE user_id = $1 ORDER BY day`,
    user,
  )
  return rows.map((row) => ({
    account: String(row.account_id),
    currency: String(row.currency_code),
    day: String(row.day),
    units: unitsOf(row, 'units'),
  }))
}

/** Deletes the sums of accounts that were compared, or that no longer have a proof. */
export function* forgetRemovedSums(
  { table, isIn }: SqlDialect,
  user: string,
  accounts: ReadonlyArray<string>,
): Program<void> {
  yield statement(
    `DELETE FROM ${table('removed_sums')} WHERE user_id = $1 AND ${isIn('account_id', '$2')}`,
    user,
    toStorableJson(accounts),
  )
}
