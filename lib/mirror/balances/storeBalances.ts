import { isSome, toNullable } from 'fp-ts/lib/Option.js'
import { type BalanceRow, type ReportedBalance, reportedBalance } from '../../ledger/balances/reportedBalance.js'
import type { Feed } from '../core/Feed.js'
import { type Program, type ResultRow, statement, type Value } from '../core/Program.js'
import { toStorableJson } from '../core/rowText.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import type { Row } from '../tables/columns.js'

/** The accounts of a user that a transaction has written. */
interface WrittenAccounts {
  readonly user: string
  readonly feed: Feed
  readonly rows: ReadonlyMap<string, Row>
  readonly now: number
}

const unitsText = (units: ReportedBalance['minorUnits']): string | null => (isSome(units) ? String(units.value) : null)

const isSameBalance = (
  row: ResultRow | undefined,
  { currency, minorUnits, instantMinorUnits }: ReportedBalance,
): boolean =>
  row?.currency_code === currency &&
  row.minor_units === unitsText(minorUnits) &&
  row.instant_minor_units === unitsText(instantMinorUnits)

/** A SQL condition: a balance is the last one of its account. */
const isLatest = (balances: string): string =>
  `number = (SELECT max(latest.number) FROM ${balances} AS latest
    WHERE latest.user_id = reported.user_id AND latest.account_id = reported.account_id)`

/**
 * Stores the balances of accounts whose rows are new or differ. If a balance equals the last one of its account, only
 * the times at which it was last reported and read are updated.
 */
export function* storeBalances(
  { table, isIn }: SqlDialect,
  { user, feed, rows, now }: WrittenAccounts,
  changedIds: ReadonlyArray<string>,
): Program<void> {
  if (feed !== 'accounts') return
  const reportedBalances = changedIds.flatMap((id) => {
    const balance = reportedBalance((rows.get(id) ?? { id }) as unknown as BalanceRow)
    return isSome(balance) ? [{ id, balance: balance.value }] : []
  })
  if (reportedBalances.length === 0) return
  const ids = (entries: typeof reportedBalances): string => toStorableJson(entries.map(({ id }) => id))
  const latestRows = yield statement(
    `SELECT account_id, number, currency_code, CAST(minor_units AS text) AS minor_units,
       CAST(instant_minor_units AS text) AS instant_minor_units
     FROM ${table('balances')} AS reported WHERE user_id = $1 AND ${isIn('account_id', '$2')} AND ${isLatest(table('balances'))}`,
    user,
    ids(reportedBalances),
  )
  const latest = new Map(latestRows.map((row) => [String(row.account_id), row]))
  const unchanged = reportedBalances.filter(({ id, balance }) => isSameBalance(latest.get(id), balance))
  const readAt = new Date(now).toISOString()
  if (unchanged.length > 0)
    yield statement(
      `UPDATE ${table('balances')} AS reported SET last_read_at = $3, last_reported_at = (
         SELECT account.updated_at FROM ${table('accounts')} AS account
         WHERE account.user_id = reported.user_id AND account.id = reported.account_id
       ) WHERE user_id = $1 AND ${isIn('account_id', '$2')} AND ${isLatest(table('balances'))}`,
      user,
      ids(unchanged),
      readAt,
    )
  const values: Array<Value> = []
  const tuples = reportedBalances
    .filter(({ id, balance }) => !isSameBalance(latest.get(id), balance))
    .map(({ id, balance: { currency, minorUnits, instantMinorUnits, reportedAt } }) => {
      const reportedAtText = toNullable(reportedAt)?.toISOString() ?? null
      const number = Number(latest.get(id)?.number ?? 0) + 1
      const key = [user, id, number, currency, unitsText(minorUnits), unitsText(instantMinorUnits)]
      const rowValues = [...key, reportedAtText, readAt, reportedAtText, readAt]
      values.push(...rowValues)
      return `(${rowValues.map((_, index) => `$${String(values.length - rowValues.length + index + 1)}`).join(', ')})`
    })
  if (tuples.length === 0) return
  yield statement(
    `INSERT INTO ${table('balances')} (user_id, account_id, number, currency_code, minor_units, instant_minor_units,
       reported_at, read_at, last_reported_at, last_read_at) VALUES ${tuples.join(', ')}`,
    ...values,
  )
}
