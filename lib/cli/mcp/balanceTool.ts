import { none, some } from 'fp-ts/lib/Option.js'
import { combineLatest, concatMap, map, type Observable, toArray } from 'rxjs'
import type { AccountHistory, DailyBalance } from '../../ledger/balances/balancesOf.js'
import { joinSeries } from '../../mirror/balances/readBalances.js'
import { wasRemovedWith } from '../../mirror/lineages/linkRows.js'
import { bankText } from './bankText.js'
import { amountText, type Answer, type BankSource, type BankTool } from './checkedTool.js'
import type { SqlRow, SqlValue } from './sqliteDatabase.js'
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

/** The balances of an account under one id. `cutDay`: the last day for which they are incomplete, or empty. */
interface AccountSeries {
  readonly history: AccountHistory
  readonly cutDay: string
  readonly isTruncated: boolean
}

/** The tool that reads the balances of an account over time, also before its bank was connected again. */
export const balanceTool = ({ database, user, showIbans }: BankSource): BankTool => {
  const limit = `LIMIT ${String(maxHistoryRows + 1)}`
  const columns = `currency_code, CAST(minor_units AS text) AS minor_units,
    CAST(coalesce(booking_date, date) AS text) AS day, updated_at`

  /** The account under the ids that it has had, oldest first. `removed_at`: until when, except for the present one. */
  const readAccounts = (lineage: string) =>
    database.query(
      `SELECT member.id, member.removed_at FROM ${database.table('accounts')} AS member
       JOIN ${database.table('present_accounts')} AS counted
         ON counted.user_id = member.user_id AND counted.id = coalesce(member.continued_by, member.id)
       WHERE counted.user_id = $1 AND counted.lineage_id = $2 AND counted.duplicate_of IS NULL
       ORDER BY member.continued_by IS NULL, member.removed_at IS NULL, member.removed_at, member.id`,
      [user, lineage],
    )

  const readBalances = (id: SqlValue) =>
    database.query(
      `SELECT currency_code, CAST(minor_units AS text) AS minor_units, coalesce(reported_at, read_at) AS reported_at,
         coalesce(last_reported_at, last_read_at) AS last_reported_at
       FROM ${database.table('balances')} WHERE user_id = $1 AND account_id = $2 ORDER BY number DESC ${limit}`,
      [user, id],
    )

  /** The booked rows of a present account, or those that were removed with an account. */
  const readRows = (id: SqlValue, removedAt: Date | undefined) => {
    const [table, isBooked] =
      removedAt === undefined
        ? ['booked_transactions', 'true']
        : ['transactions', 'removed_at IS NOT NULL AND show_client_side IS NOT FALSE AND is_future IS NOT TRUE']
    return database
      .query(
        `SELECT ${columns}${removedAt === undefined ? '' : ', removed_at'} FROM ${database.table(table)}
         WHERE user_id = $1 AND account_id = $2 AND coalesce(booking_date, date) IS NOT NULL AND ${isBooked}
         ORDER BY coalesce(booking_date, date) DESC ${limit}`,
        [user, id],
      )
      .pipe(
        map((rows) =>
          rows.filter(
            (row) =>
              removedAt === undefined ||
              wasRemovedWith((toMoment(row.removed_at) ?? removedAt).getTime(), removedAt.getTime()),
          ),
        ),
      )
  }

  const readSeries = ({ id, removed_at: removedAt }: SqlRow): Observable<AccountSeries> =>
    combineLatest([readBalances(id as SqlValue), readRows(id as SqlValue, toMoment(removedAt))]).pipe(
      map(([balanceRows, transactionRows]) => {
        const { history, cutDay } = toHistory(String(id), balanceRows, transactionRows)
        return {
          history,
          cutDay,
          isTruncated: cutDay !== '' || balanceRows.length > maxHistoryRows,
        }
      }),
    )

  const readAllSeries = (lineage: string): Observable<ReadonlyArray<AccountSeries>> =>
    readAccounts(lineage).pipe(
      concatMap((accounts) => accounts),
      concatMap(readSeries),
      toArray(),
    )

  const run = ({
    account,
    from: firstDay = '',
    to: lastDay = '9999-12-31',
    by = 'month',
  }: BalanceInput): Observable<Answer> =>
    readAllSeries(account).pipe(
      map((series) => {
        const cutDay = series.reduce((last, one) => (one.cutDay > last ? one.cutDay : last), '')
        const histories = series.map(({ history }) => history)
        const days = joinSeries(histories, { by: 'day' }).filter(
          ({ day }) => day > cutDay && day >= firstDay && day <= lastDay,
        )
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
          is_truncated: points.length > maxPoints || series.some(({ isTruncated }) => isTruncated),
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
