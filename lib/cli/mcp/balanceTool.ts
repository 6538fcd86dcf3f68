import { none, some } from 'fp-ts/lib/Option.js'
import { combineLatest, map, type Observable } from 'rxjs'
import { type AccountHistory, balancesOf, type DailyBalance } from '../../ledger/balances/balancesOf.js'
import { bankText } from './bankText.js'
import { amountText, type Answer, type BankSource, type BankTool } from './checkedTool.js'
import type { SqlRow } from './sqliteDatabase.js'
import { accountField, dayField, inputSchema } from './toolInput.js'

/** The maximum number of transactions, and of balances that the bank told, from which a series is computed. */
const maxHistoryRows = 20_000

/** The maximum number of points of a response. */
const maxPoints = 366

interface BalanceInput {
  readonly account: string
  readonly from?: string
  readonly to?: string
  readonly by?: 'day' | 'month'
}

/** PostgreSQL returns a `Date`, SQLite a string. */
const toMoment = (value: unknown): Date | undefined => {
  if (value instanceof Date) return value
  return typeof value === 'string' ? new Date(value) : undefined
}

const isExact = ({ minor_units: units }: SqlRow): boolean => typeof units === 'string'

/** The history of the rows that were read, and the last day for which it is incomplete: empty if there is none. */
const toHistory = (account: string, balanceRows: ReadonlyArray<SqlRow>, transactionRows: ReadonlyArray<SqlRow>) => {
  const cutDay = transactionRows.length > maxHistoryRows ? String(transactionRows.at(-1)?.day) : ''
  const isComplete = (moment: Date | undefined): moment is Date =>
    moment !== undefined && moment.toISOString().slice(0, 10) > cutDay
  const history: AccountHistory = {
    account,
    balances: balanceRows.slice(0, maxHistoryRows).map((row) => {
      const [reportedAt, lastReportedAt] = [toMoment(row.reported_at), toMoment(row.last_reported_at)]
      return {
        account,
        currency: String(row.currency_code),
        minorUnits: isExact(row) ? some(BigInt(String(row.minor_units))) : none,
        reportedAt: isComplete(reportedAt) ? some(reportedAt) : none,
        ...(isComplete(lastReportedAt) && { lastReportedAt }),
      }
    }),
    entries: transactionRows.filter(isExact).map((row) => ({
      account,
      currency: String(row.currency_code),
      minorUnits: BigInt(String(row.minor_units)),
      date: String(row.day),
      updatedAt: toMoment(row.updated_at),
      isPending: false,
    })),
    inexactDays: transactionRows.filter((row) => !isExact(row)).map(({ day }) => String(day)),
  }
  return { history, cutDay }
}

const lastOfMonths = (series: ReadonlyArray<DailyBalance>): ReadonlyArray<DailyBalance> =>
  series.filter(({ day }, index) => series[index + 1]?.day.slice(0, 7) !== day.slice(0, 7))

/** The tool that reads the balances of an account over time. */
export const balanceTool = ({ database, user, showIbans }: BankSource): BankTool => {
  const ofAccount = `user_id = $1 AND account_id = $2 AND account_id IN (
    SELECT id FROM ${database.table('present_accounts')} WHERE user_id = $1)`
  const limit = `LIMIT ${String(maxHistoryRows + 1)}`

  const run = ({ account, from = '', to = '9999-12-31', by = 'month' }: BalanceInput): Observable<Answer> =>
    combineLatest([
      database.query(
        `SELECT currency_code, CAST(minor_units AS text) AS minor_units, coalesce(reported_at, read_at) AS reported_at,
           coalesce(last_reported_at, last_read_at) AS last_reported_at
         FROM ${database.table('balances')} WHERE ${ofAccount} ORDER BY number DESC ${limit}`,
        [user, account],
      ),
      database.query(
        `SELECT currency_code, CAST(minor_units AS text) AS minor_units, CAST(coalesce(booking_date, date) AS text) AS day,
           updated_at
         FROM ${database.table('booked_transactions')} WHERE ${ofAccount} AND coalesce(booking_date, date) IS NOT NULL
         ORDER BY coalesce(booking_date, date) DESC ${limit}`,
        [user, account],
      ),
    ]).pipe(
      map(([balanceRows, transactionRows]) => {
        const { history, cutDay } = toHistory(account, balanceRows, transactionRows)
        const days = balancesOf(history, { by: 'day' }).filter(({ day }) => day > cutDay && day >= from && day <= to)
        const points = by === 'day' ? days : lastOfMonths(days)
        return {
          account,
          by,
          currency: bankText(points[0]?.currency, showIbans),
          balances: points.slice(-maxPoints).map((point) => ({
            day: point.day,
            source: point._tag,
            balance: point._tag === 'unknown' ? null : amountText(point.minorUnits, point.currency),
            ...(point._tag === 'unknown' &&
              point.difference !== 0n && { unexplained: amountText(point.difference, point.currency) }),
          })),
          is_truncated: points.length > maxPoints || cutDay !== '' || balanceRows.length > maxHistoryRows,
        }
      }),
    )

  return {
    name: 'list_balances',
    description: `The balance of an account at the end of each day or month, oldest first: reported by the bank, computed from \
booked transactions, or unknown. At most the newest ${String(maxPoints)}; is_truncated says whether older ones were left out.`,
    inputSchema: inputSchema(
      {
        account: accountField,
        from: dayField,
        to: dayField,
        by: { type: 'string', enum: ['day', 'month'], default: 'month' },
      },
      ['account'],
    ),
    run: (input) => run(input as unknown as BalanceInput),
  }
}
