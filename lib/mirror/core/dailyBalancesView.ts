/** The parts of the view that differ between databases. */
interface ViewDialect {
  readonly table: (name: string) => string
  /** A SQL expression: the day in UTC of a point in time. */
  readonly dayOf: (expression: string) => string
  /** A SQL expression: minor units as a number with which the database calculates exactly. */
  readonly toNumber: (expression: string) => string
  /** A SQL expression: a number of minor units as the views return it. */
  readonly toResult: (expression: string) => string
}

/**
 * The view `daily_balances`: a row for each day on which an account's balance was told or moved. It walks back
 * and forward from the newest told balance by the booked rows, because only that was told with the rows as they are now. Between
 * two told balances, the balance is unknown unless both agree with that walk.
 *
 * A balance may be told before the last row of its day is booked. So a day's rows may belong before or after its balance.
 */
export const dailyBalancesView = ({ table, dayOf, toNumber, toResult }: ViewDialect): string => {
  const account = 'user_id, account_id, currency_code'
  const telling = (moment: string): string =>
    `SELECT ${account}, coalesce(${moment}, read_at) AS moment, number, minor_units FROM ${table('balances')}
     WHERE minor_units IS NOT NULL`
  return `
  CREATE VIEW ${table('daily_balances')} AS
  WITH movements AS (
    SELECT ${account}, coalesce(booking_date, date) AS day, sum(${toNumber('minor_units')}) AS units,
      count(*) - count(${toNumber('minor_units')}) AS inexact
    FROM ${table('booked_transactions')} WHERE coalesce(booking_date, date) IS NOT NULL
    GROUP BY ${account}, coalesce(booking_date, date)
  ), ranked AS (
    SELECT ${account}, ${dayOf('moment')} AS day, ${toNumber('minor_units')} AS told,
      row_number() OVER (PARTITION BY ${account}, ${dayOf('moment')} ORDER BY moment DESC, number DESC) AS place
    FROM (${telling('told_at')} UNION ALL ${telling('last_told_at')}) AS tellings
  ), days AS (
    SELECT ${account}, day FROM movements UNION SELECT ${account}, day FROM ranked
  ), totals AS (
    SELECT days.user_id, days.account_id, days.currency_code, days.day, ranked.told, coalesce(movements.units, 0) AS units,
      sum(coalesce(movements.units, 0)) OVER (
        PARTITION BY days.user_id, days.account_id, days.currency_code ORDER BY days.day
      ) AS total,
      sum(coalesce(movements.inexact, 0)) OVER (
        PARTITION BY days.user_id, days.account_id, days.currency_code
      ) AS inexact
    FROM days
    LEFT JOIN movements ON movements.user_id = days.user_id AND movements.account_id = days.account_id
      AND movements.currency_code = days.currency_code AND movements.day = days.day
    LEFT JOIN ranked ON ranked.user_id = days.user_id AND ranked.account_id = days.account_id
      AND ranked.currency_code = days.currency_code AND ranked.day = days.day AND ranked.place = 1
  ), parts AS (
    SELECT totals.*,
      count(told) OVER (PARTITION BY ${account} ORDER BY day) AS earlier,
      count(told) OVER (PARTITION BY ${account} ORDER BY day DESC) AS later
    FROM totals
  ), offsets AS (
    SELECT ${account}, day, told, total, inexact,
      max(CASE WHEN later = 1 THEN told - total END) OVER (PARTITION BY ${account}) AS newest,
      max(told - total) OVER (PARTITION BY ${account}, earlier) AS before_closed,
      max(told - total + units) OVER (PARTITION BY ${account}, earlier) AS before_open,
      max(told - total) OVER (PARTITION BY ${account}, later) AS after_closed,
      max(told - total + units) OVER (PARTITION BY ${account}, later) AS after_open
    FROM parts
  ), known AS (
    SELECT ${account}, day, told, CASE
        WHEN told IS NOT NULL THEN told
        WHEN inexact > 0 THEN NULL
        WHEN before_closed IS NULL OR after_closed IS NULL THEN total + newest
        WHEN newest IN (before_closed, before_open) AND newest IN (after_closed, after_open) THEN total + newest
      END AS units
    FROM offsets WHERE newest IS NOT NULL
  )
  SELECT ${account}, day, ${toResult('units')} AS minor_units,
    CASE WHEN told IS NOT NULL THEN 'told' WHEN units IS NOT NULL THEN 'computed' ELSE 'unknown' END AS source
  FROM known;
  `
}
