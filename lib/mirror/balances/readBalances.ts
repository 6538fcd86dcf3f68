import { fromNullable, none, some } from 'fp-ts/lib/Option.js'
import { map, type Observable } from 'rxjs'
import { daysSinceEpoch, dayText } from '../../base/codec/calendar.js'
import { type AccountHistory, balancesOf, type DailyBalance } from '../../ledger/balances/balancesOf.js'
import type { MirrorBalancesConfig } from '../core/Mirror.js'
import type { PreparedTables } from '../core/prepareTables.js'
import { type Program, type ResultRow, statement } from '../core/Program.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import { findLineages, hasLinks, readAccounts } from '../lineages/accountLineages.js'
import { removalTime } from '../lineages/linkRows.js'
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
    return continuedAt && removedAt && removedAt.getTime() >= continuedAt.getTime() - removalTime
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

/** The accounts of the lineage of an account, oldest first. A duplicate of a present account is on its own. */
function* accountsOfLineage(dialect: SqlDialect, user: string, account: string): Program<ReadonlyArray<string>> {
  if (!(yield* hasLinks(dialect, user))) return [account]
  const lineage = findLineages(yield* readAccounts(dialect, user)).find(({ accounts }) =>
    accounts.some(({ id }) => id === account),
  )
  const members = (lineage?.accounts ?? []).filter(({ duplicateOf }) => duplicateOf === null).map(({ id }) => id)
  return members.includes(account) ? members : [account]
}

/**
 * The points of an account, and after its last day those of the account that continues it. The gap is `unknown`. On the last
 * day the later account counts, because its rows of that day came after the earlier account was removed.
 */
export const joinSeries = (
  earlier: ReadonlyArray<DailyBalance>,
  later: ReadonlyArray<DailyBalance>,
): ReadonlyArray<DailyBalance> => {
  const [last, next] = [earlier.at(-1), later[0]]
  if (last === undefined || next === undefined) return [...earlier, ...later]
  const laterByDay = new Map(later.map((point) => [point.day, point]))
  const [first, end] = [daysSinceEpoch(last.day) + 1, daysSinceEpoch(next.day)]
  const gap = Array.from({ length: Math.max(0, end - first) }, (_, index): DailyBalance => ({
    _tag: 'unknown',
    day: dayText(first + index),
    currency: last.currency,
    difference: 0n,
  }))
  return [
    ...later.filter(({ day }) => day < (earlier[0]?.day ?? '')),
    ...earlier.map((point) => {
      const laterPoint = laterByDay.get(point.day)
      if (laterPoint === undefined) return point
      return point._tag === 'unknown' || (point === last && laterPoint._tag !== 'unknown') ? laterPoint : point
    }),
    ...gap,
    ...later.filter(({ day }) => day > last.day),
  ]
}

/** Reads the daily balances of an account and of those that it continues; see `balances` of a mirror. */
export const readBalances = (
  dialect: SqlDialect,
  run: PreparedTables['run'],
  { user, account, ...config }: MirrorBalancesConfig,
): Observable<ReadonlyArray<DailyBalance>> =>
  run(function* () {
    const accounts = yield* accountsOfLineage(dialect, user, account)
    const histories: Array<AccountHistory> = []
    for (const [index, id] of accounts.entries())
      histories.push(yield* readHistory(dialect, user, id, index < accounts.length - 1))
    return histories
  }).pipe(map((histories) => histories.map((history) => balancesOf(history, config)).reduce(joinSeries)))
