import { fromNullable, none, some } from 'fp-ts/lib/Option.js'
import { map, type Observable } from 'rxjs'
import { type AccountHistory, balancesOf, type DailyBalance } from '../../ledger/balances/balancesOf.js'
import type { MirrorBalancesConfig } from '../core/Mirror.js'
import type { PreparedTables } from '../core/prepareTables.js'
import { type Program, statement } from '../core/Program.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import { isBookedUnlessRemoved, unitsColumn } from './accountSums.js'

const toDate = (value: unknown): Date | undefined => (typeof value === 'string' ? new Date(value) : undefined)

/** Reads the stored balances and the booked rows of an account. */
function* readHistory(dialect: SqlDialect, user: string, account: string): Program<AccountHistory> {
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
  const bookedEntries = [...presentRows, ...removedRows].map((row) => ({
    account,
    currency: String(row.currency_code),
    units: row.minor_units,
    date: String(row.date ?? row.booked_on),
    bookedOn: typeof row.booked_on === 'string' ? row.booked_on : undefined,
    updatedAt: toDate(row.updated_at),
    removedAt: toDate(row.removed_at),
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

/** Reads the daily balances of an account; see `balances` of a mirror. */
export const readBalances = (
  dialect: SqlDialect,
  run: PreparedTables['run'],
  { user, account, ...config }: MirrorBalancesConfig,
): Observable<ReadonlyArray<DailyBalance>> =>
  run(() => readHistory(dialect, user, account)).pipe(map((history) => balancesOf(history, config)))
