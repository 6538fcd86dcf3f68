import { duplicateOfRow, lineageOfRow, wasRemovedWith } from './mirrorTables.js'
import type { TableSql } from './TableSql.js'

/**
 * The view `daily_balances`: a row for each day on which the service reported an account's balance, or on which a row
 * of the account was booked. Other balances are computed from the newest quiet balance, by adding or subtracting booked
 * rows. A balance is quiet if it was reported after the last change of the rows of its day and of the 31 days before. A
 * balance between two reported ones is `unknown` unless both agree with the computation. Before the first and after the
 * last reported balance, all reported balances after the quiet one must agree.
 *
 * A balance may be reported before or after the rows of its day are booked, so it agrees with or without them.
 *
 * An account that continues others has their balances, too. Each of them is computed on the days of all (`events`), so
 * that one is chosen for each day: of those that were reported by then, the last one, and otherwise the first one. The
 * day after the last day of each one is a gap if no other one has a balance.
 */
export const dailyBalancesView = (sql: TableSql): string => {
  const { table, dayOf, dayNumber, nextDay, endOfDay, toNumber, toResult, minorUnits, isShown, falseValue } = sql
  const account = 'user_id, account_id, currency_code'
  const bookedColumns = `${account}, booking_date, date, updated_at`
  const isOfMember = (row: string): string => `members.user_id = ${row}.user_id AND members.id = ${row}.account_id`
  const reportedBalances = (timeColumn: string): string =>
    `SELECT ${account}, coalesce(${timeColumn}, read_at) AS moment, number, minor_units FROM ${table('balances')}
     WHERE minor_units IS NOT NULL`
  return `
  CREATE VIEW ${table('daily_balances')} AS
  WITH members AS (
    SELECT * FROM (
      SELECT user_id, id, coalesce(continued_by, id) AS series_id,
        row_number() OVER (
          PARTITION BY user_id, coalesce(continued_by, id)
          ORDER BY continued_by IS NULL, removed_at IS NULL, removed_at, id
        ) AS place,
        count(*) OVER (PARTITION BY user_id, coalesce(continued_by, id)) AS size
      FROM ${table('accounts')}
    ) AS member WHERE size > 1
  ), booked AS (
    SELECT ${bookedColumns}, minor_units FROM ${table('booked_transactions')}
    UNION ALL
    SELECT ${bookedColumns}, ${minorUnits} AS minor_units FROM ${table('transactions')} AS old
    WHERE removed_at IS NOT NULL AND ${isShown} AND is_future IS NOT TRUE
      AND EXISTS (
        SELECT 1 FROM ${table('accounts')} AS account
        WHERE account.user_id = old.user_id AND account.id = old.account_id AND account.continued_by IS NOT NULL
          AND ${wasRemovedWith(sql, 'old', 'account')}
      )
  ), movements AS (
    SELECT ${account}, coalesce(booking_date, date) AS day, sum(${toNumber('minor_units')}) AS units,
      count(*) - count(${toNumber('minor_units')}) AS inexact,
      max(coalesce(updated_at, ${endOfDay('coalesce(booking_date, date)')})) AS changed_at
    FROM booked WHERE coalesce(booking_date, date) IS NOT NULL
    GROUP BY ${account}, coalesce(booking_date, date)
  ), ranked AS (
    SELECT ${account}, ${dayOf('moment')} AS day, ${toNumber('minor_units')} AS reported, moment,
      row_number() OVER (PARTITION BY ${account}, ${dayOf('moment')} ORDER BY moment DESC, number DESC) AS place
    FROM (${reportedBalances('reported_at')} UNION ALL ${reportedBalances('last_reported_at')}) AS tellings
  ), own_days AS (
    SELECT ${account}, day FROM movements UNION SELECT ${account}, day FROM ranked
  ), bounds AS (
    SELECT own_days.user_id, own_days.account_id, own_days.currency_code, series_id, min(day) AS first_day,
      max(day) AS last_day
    FROM own_days JOIN members ON ${isOfMember('own_days')}
    GROUP BY own_days.user_id, own_days.account_id, own_days.currency_code, series_id
  ), events AS (
    SELECT own_days.user_id, series_id, own_days.currency_code, day
    FROM own_days JOIN members ON ${isOfMember('own_days')}
    UNION SELECT user_id, series_id, currency_code, ${nextDay('last_day')} FROM bounds
  ), days AS (
    SELECT ${account}, day, ${falseValue} AS is_gap FROM own_days
    UNION SELECT bounds.user_id, bounds.account_id, bounds.currency_code, events.day, ${falseValue}
    FROM bounds JOIN events ON events.user_id = bounds.user_id AND events.series_id = bounds.series_id
      AND events.currency_code = bounds.currency_code AND events.day BETWEEN first_day AND last_day
    UNION SELECT ${account}, ${nextDay('last_day')}, NOT ${falseValue} FROM bounds
  ), totals AS (
    SELECT days.user_id, days.account_id, days.currency_code, days.day, days.is_gap, ranked.reported, coalesce(movements.units, 0) AS units,
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
    SELECT ${account}, day, is_gap, reported, total, units, inexact, earlier, later, later_quiet,
      max(CASE WHEN is_quiet AND later_quiet = 1 THEN reported - total END) OVER (PARTITION BY ${account}) AS quiet
    FROM parts
  ), agreements AS (
    SELECT offsets.*, CASE WHEN reported - total = quiet OR reported - total + units = quiet THEN 1 WHEN reported IS NOT NULL THEN 0 END
      AS agrees
    FROM offsets
  ), neighbours AS (
    SELECT ${account}, day, is_gap, reported, total, inexact, quiet, earlier, later,
      min(agrees) OVER (PARTITION BY ${account}, earlier) AS before_agrees,
      min(agrees) OVER (PARTITION BY ${account}, later) AS after_agrees,
      min(CASE WHEN later_quiet = 0 THEN agrees END) OVER (PARTITION BY ${account}) AS newer_agree
    FROM agreements
  ), known AS (
    SELECT ${account}, day, is_gap, reported,
      min(CASE WHEN reported IS NOT NULL THEN day END) OVER (PARTITION BY ${account}) AS first_reported,
      CASE
        WHEN is_gap THEN NULL
        WHEN reported IS NOT NULL THEN reported
        WHEN inexact > 0 THEN NULL
        WHEN earlier = 0 OR later = 0 THEN CASE WHEN coalesce(newer_agree, 1) = 1 THEN total + quiet END
        WHEN before_agrees = 1 AND after_agrees = 1 THEN total + quiet
      END AS units
    FROM neighbours WHERE earlier + later > 0
  ), placed AS (
    SELECT known.user_id, coalesce(series_id, account_id) AS account_id, currency_code, day, is_gap, reported, units,
      place, coalesce(first_reported <= day, ${falseValue}) AS is_reported
    FROM known LEFT JOIN members ON ${isOfMember('known')}
  ), chosen AS (
    SELECT ${account}, day, reported, units,
      row_number() OVER (
        PARTITION BY ${account}, day
        ORDER BY units IS NULL, is_gap, is_reported DESC, CASE WHEN is_reported THEN -place ELSE place END
      ) AS choice,
      max(CASE WHEN NOT is_gap THEN day END) OVER (PARTITION BY ${account}) AS last_day
    FROM placed
  )
  SELECT ${account}, day, ${toResult('units')} AS minor_units,
    CASE WHEN reported IS NOT NULL THEN 'reported' WHEN units IS NOT NULL THEN 'computed' ELSE 'unknown' END AS source,
    ${lineageOfRow(sql, 'chosen')} AS lineage_id, ${duplicateOfRow(sql, 'chosen')} AS duplicate_of
  FROM chosen WHERE choice = 1 AND day <= last_day;
  `
}
