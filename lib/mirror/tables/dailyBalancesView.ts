import { duplicateOfRow, lineageOfRow } from './mirrorTables.js'
import type { TableSql } from './TableSql.js'

/**
 * The view `daily_balances`: a row for each day on which the service reported an account's balance, or on which a row
 * of the account was booked. Other balances are computed from the newest quiet balance, by adding or subtracting booked
 * rows. A balance is quiet if it was reported after the last change of the rows of its day and of the 31 days before. A
 * balance between two reported ones is `unknown` unless both agree with the computation. Before the first and after the
 * last reported balance, all reported balances after the quiet one must agree.
 *
 * A balance may be reported before or after the rows of its day are booked, so it agrees with or without them.
 */
export const dailyBalancesView = ({ table, dayOf, dayNumber, endOfDay, toNumber, toResult }: TableSql): string => {
  const account = 'user_id, account_id, currency_code'
  const reportedBalances = (timeColumn: string): string =>
    `SELECT ${account}, coalesce(${timeColumn}, read_at) AS moment, number, minor_units FROM ${table('balances')}
     WHERE minor_units IS NOT NULL`
  return `
  CREATE VIEW ${table('daily_balances')} AS
  WITH movements AS (
    SELECT ${account}, coalesce(booking_date, date) AS day, sum(${toNumber('minor_units')}) AS units,
      count(*) - count(${toNumber('minor_units')}) AS inexact,
      max(coalesce(updated_at, ${endOfDay('coalesce(booking_date, date)')})) AS changed_at
    FROM ${table('booked_transactions')} WHERE coalesce(booking_date, date) IS NOT NULL
    GROUP BY ${account}, coalesce(booking_date, date)
  ), ranked AS (
    SELECT ${account}, ${dayOf('moment')} AS day, ${toNumber('minor_units')} AS reported, moment,
      row_number() OVER (PARTITION BY ${account}, ${dayOf('moment')} ORDER BY moment DESC, number DESC) AS place
    FROM (${reportedBalances('reported_at')} UNION ALL ${reportedBalances('last_reported_at')}) AS tellings
  ), days AS (
    SELECT ${account}, day FROM movements UNION SELECT ${account}, day FROM ranked
  ), totals AS (
    SELECT days.user_id, days.account_id, days.currency_code, days.day, ranked.reported, coalesce(movements.units, 0) AS units,
      sum(coalesce(movements.units, 0)) OVER (
        PARTITION BY days.user_id, days.account_id, days.currency_code ORDER BY days.day
      ) AS total,
      sum(coalesce(movements.inexact, 0)) OVER (
        PARTITION BY days.user_id, days.account_id, days.currency_code
      ) AS inexact,
      ranked.moment >= coalesce(max(movements.changed_at) OVER (
        PARTITION BY days.user_id, days.account_id, days.currency_code ORDER BY ${dayNumber('days.day')}
        RANGE BETWEEN 31 PRECEDING AND CURRENT ROW
      ), ranked.moment) AS is_quiet
    FROM days
    LEFT JOIN movements ON movements.user_id = days.user_id AND movements.account_id = days.account_id
      AND movements.currency_code = days.currency_code AND movements.day = days.day
    LEFT JOIN ranked ON ranked.user_id = days.user_id AND ranked.account_id = days.account_id
      AND ranked.currency_code = days.currency_code AND ranked.day = days.day AND ranked.place = 1
  ), parts AS (
    SELECT totals.*,
      count(reported) OVER (PARTITION BY ${account} ORDER BY day) AS earlier,
      count(reported) OVER (PARTITION BY ${account} ORDER BY day DESC) AS later,
      count(CASE WHEN is_quiet THEN reported END) OVER (PARTITION BY ${account} ORDER BY day DESC) AS later_quiet
    FROM totals
  ), offsets AS (
    SELECT ${account}, day, reported, total, units, inexact, earlier, later, later_quiet,
      max(CASE WHEN is_quiet AND later_quiet = 1 THEN reported - total END) OVER (PARTITION BY ${account}) AS quiet
    FROM parts
  ), agreements AS (
    SELECT offsets.*, CASE WHEN reported - total = quiet OR reported - total + units = quiet THEN 1 WHEN reported IS NOT NULL THEN 0 END
      AS agrees
    FROM offsets
  ), neighbours AS (
    SELECT ${account}, day, reported, total, inexact, quiet, earlier, later,
      min(agrees) OVER (PARTITION BY ${account}, earlier) AS before_agrees,
      min(agrees) OVER (PARTITION BY ${account}, later) AS after_agrees,
      min(CASE WHEN later_quiet = 0 THEN agrees END) OVER (PARTITION BY ${account}) AS newer_agree
    FROM agreements
  ), known AS (
    SELECT ${account}, day, reported, CASE
        WHEN reported IS NOT NULL THEN reported
        WHEN inexact > 0 THEN NULL
        WHEN earlier = 0 OR later = 0 THEN CASE WHEN coalesce(newer_agree, 1) = 1 THEN total + quiet END
        WHEN before_agrees = 1 AND after_agrees = 1 THEN total + quiet
      END AS units
    FROM neighbours WHERE earlier + later > 0
  )
  SELECT ${account}, day, ${toResult('units')} AS minor_units,
    CASE WHEN reported IS NOT NULL THEN 'reported' WHEN units IS NOT NULL THEN 'computed' ELSE 'unknown' END AS source,
    ${lineageOfRow({ table }, 'known')} AS lineage_id, ${duplicateOfRow({ table }, 'known')} AS duplicate_of
  FROM known;
  `
}
