/**
 * A SQL condition: a transaction is booked and shown, or was when it was removed. `prefix`: the name of the row, with a dot.
 */
export const isBookedUnlessRemoved = (prefix = ''): string =>
  `${prefix}show_client_side IS NOT FALSE AND ${prefix}is_future IS NOT TRUE`

/** A SQL condition: a transaction is in the balance of its account. `prefix`: the name of the row, with a dot. */
export const isBooked = (prefix = ''): string => `${prefix}removed_at IS NULL AND ${isBookedUnlessRemoved(prefix)}`

/** SQLite's integers overflow at 2^63, so each amount is added up in two parts. */
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
   * The joined table that says before which day a row `moved` is old, with its join condition, and the SQL expression of
   * that day.
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
