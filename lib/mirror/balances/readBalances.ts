import { fromNullable, isSome, none, some } from 'fp-ts/lib/Option.js'
import { map, type Observable } from 'rxjs'
import { daysSinceEpoch, dayText } from '../../base/codec/calendar.js'
import {
  type AccountHistory,
  type BalancesConfig,
  balancesOf,
  type DailyBalance,
} from '../../ledger/balances/balancesOf.js'
import { toDay } from '../../ledger/balances/toDay.js'
import { groupBy } from '../../ledger/groupBy.js'
import type { MirrorBalancesConfig } from '../core/Mirror.js'
import type { PreparedTables } from '../core/prepareTables.js'
import { type Program, type ResultRow, statement } from '../core/Program.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import { wasRemovedWith } from '../lineages/linkRows.js'
import { isBookedUnlessRemoved, unitsColumn } from './accountSums.js'

const toDate = (value: unknown): Date | undefined => (typeof value === 'string' ? new Date(value) : undefined)

/**
 * Reads the stored balances and the booked rows of an account. Of an account that another one continues, rows that were
 * removed with it count as present.
 */
function* readHistory(
  dialect: SqlDialect,
  user: string,
  account: string,
  isContinued: boolean,
): Program<AccountHistory> {
  const { table, isoTimestamp, isoDate } = dialect
  const balances = yield statement(
    `SELECT currency_code, CAST(minor_units AS text) AS minor_units,
       ${isoTimestamp('coalesce(reported_at, read_at)')} AS reported_at, ${isoTimestamp('coalesce(last_reported_at, last_read_at)')} AS last_reported_at
     FROM ${table('balances')} WHERE user_id = $1 AND account_id = $2 ORDER BY number`,
    user,
    account,
  )
  const bookedRows = (source: string, units: string, removedAt: string, condition = 'true') =>
    statement(
      `SELECT currency_code, CAST(${units} AS text) AS minor_units, ${isoDate('date')} AS date,
         ${isoDate('booking_date')} AS booked_on, ${isoTimestamp('updated_at')} AS updated_at, ${removedAt} AS removed_at
       FROM ${source}
       WHERE user_id = $1 AND account_id = $2 AND coalesce(booking_date, date) IS NOT NULL AND ${condition}`,
      user,
      account,
    )
  const presentRows = yield bookedRows(table('booked_transactions'), 'minor_units', 'NULL')
  const units = unitsColumn(dialect)
  const removedRows = yield bookedRows(
    table('transactions'),
    units,
    isoTimestamp('removed_at'),
    `removed_at IS NOT NULL AND ${isBookedUnlessRemoved()} AND ${units} IS NOT NULL`,
  )
  const [accountRow] = isContinued
    ? yield statement(
        `SELECT ${isoTimestamp('removed_at')} AS removed_at FROM ${table('accounts')} WHERE user_id = $1 AND id = $2`,
        user,
        account,
      )
    : []
  const continuedAt = toDate(accountRow?.removed_at)
  const removalOf = (row: ResultRow): Date | undefined => {
    const removedAt = toDate(row.removed_at)
    return continuedAt && removedAt && wasRemovedWith(removedAt.getTime(), continuedAt.getTime())
      ? undefined
      : removedAt
  }
  const bookedEntries = [...presentRows, ...removedRows].map((row) => ({
    account,
    currency: String(row.currency_code),
    units: row.minor_units,
    date: String(row.date ?? row.booked_on),
    bookedOn: typeof row.booked_on === 'string' ? row.booked_on : undefined,
    updatedAt: toDate(row.updated_at),
    removedAt: removalOf(row),
    isPending: false,
  }))
  return {
    account,
    balances: balances.map((row) => {
      const lastReportedAt = toDate(row.last_reported_at)
      return {
        account,
        currency: String(row.currency_code),
        minorUnits: typeof row.minor_units === 'string' ? some(BigInt(row.minor_units)) : none,
        reportedAt: fromNullable(toDate(row.reported_at)),
        ...(lastReportedAt && { lastReportedAt }),
      }
    }),
    entries: bookedEntries.flatMap(({ units, ...entry }) =>
      typeof units === 'string' ? [{ ...entry, minorUnits: BigInt(units) }] : [],
    ),
    inexactDays: bookedEntries.flatMap(({ units, date, bookedOn }) =>
      typeof units === 'string' ? [] : [bookedOn ?? date],
    ),
  }
}

/** An account and those that it continues, oldest first. Those that another account continues have its series. */
function* accountsOfSeries({ table }: SqlDialect, user: string, account: string): Program<ReadonlyArray<string>> {
  const rows = yield statement(
    `SELECT member.id FROM ${table('accounts')} AS one JOIN ${table('accounts')} AS member
       ON member.user_id = one.user_id AND coalesce(member.continued_by, member.id) = coalesce(one.continued_by, one.id)
     WHERE one.user_id = $1 AND one.id = $2
     ORDER BY member.continued_by IS NULL, member.removed_at IS NULL, member.removed_at, member.id`,
    user,
    account,
  )
  return rows.length === 0 ? [account] : rows.map(({ id }) => String(id))
}

/** The days of a history on which the service first reported a balance. */
const firstReportedDay = ({ balances }: AccountHistory, timeZone: string | undefined): string | undefined =>
  balances
    .flatMap(({ minorUnits, reportedAt, lastReportedAt }) =>
      isSome(minorUnits)
        ? [...(isSome(reportedAt) ? [reportedAt.value] : []), ...(lastReportedAt ? [lastReportedAt] : [])]
        : [],
    )
    .map((time) => toDay(time, timeZone ?? 'UTC'))
    .sort()[0]

/**
 * One series of an account and of those that it continues, oldest first. Of the accounts whose balance is known on a
 * day, the last one counts that was reported by then, and otherwise the first one. A gap is `unknown`.
 */
export const joinSeries = (
  histories: ReadonlyArray<AccountHistory>,
  config: BalancesConfig,
): ReadonlyArray<DailyBalance> => {
  const series = histories.map((history) => ({
    points: balancesOf(history, config),
    firstReported: firstReportedDay(history, config.timeZone),
  }))
  const [only] = series
  if (series.length === 1 && only) return only.points
  const pointsByDay = groupBy(
    series.flatMap(({ points, firstReported }) =>
      points.map((point) => ({ point, isReported: firstReported !== undefined && firstReported <= point.day })),
    ),
    ({ point }) => point.day,
  )
  const days = Array.from(pointsByDay.keys()).sort()
  const [firstDay, lastDay] = [days[0], days.at(-1)]
  if (firstDay === undefined || lastDay === undefined) return []
  const start = daysSinceEpoch(firstDay)
  const currency = series.flatMap(({ points }) => points).at(-1)?.currency ?? ''
  return Array.from({ length: daysSinceEpoch(lastDay) - start + 1 }, (_, index): DailyBalance => {
    const day = dayText(start + index)
    const candidates = pointsByDay.get(day) ?? []
    const known = candidates.filter(({ point }) => point._tag !== 'unknown')
    const chosen = known.filter(({ isReported }) => isReported).at(-1) ?? known[0] ?? candidates.at(-1)
    return chosen?.point ?? { _tag: 'unknown', day, currency, difference: 0n }
  })
}

/** Reads the daily balances of an account and of those that it continues; see `balances` of a mirror. */
export const readBalances = (
  dialect: SqlDialect,
  run: PreparedTables['run'],
  { user, account, ...config }: MirrorBalancesConfig,
): Observable<ReadonlyArray<DailyBalance>> =>
  run(function* () {
    const accounts = yield* accountsOfSeries(dialect, user, account)
    const histories: Array<AccountHistory> = []
    for (const [index, id] of accounts.entries())
      histories.push(yield* readHistory(dialect, user, id, index < accounts.length - 1))
    return histories
  }).pipe(map((histories) => joinSeries(histories, config)))
