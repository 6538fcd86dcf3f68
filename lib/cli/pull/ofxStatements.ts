import { isRight } from 'fp-ts/lib/Either.js'
import { isNone, isSome, some, toUndefined } from 'fp-ts/lib/Option.js'
import { plainDate } from '../../base/codec/plainDate.js'
import { type BalanceRow, reportedBalance } from '../../ledger/balances/reportedBalance.js'
import type { LedgerEntry } from '../../ledger/LedgerEntry.js'
import { toLedgerEntry } from '../../ledger/toLedgerEntry.js'
import type { Account } from '../../service/model/Account.js'
import { majorUnits } from '../../service/model/majorUnits.js'
import type { Transaction } from '../../service/model/Transaction.js'
import type { OfxStatement, OfxTransaction } from './ofx.js'
import type { UserRows } from './readUserRows.js'

/** An account that has no statement, and the number of its booked transactions. */
export interface OmittedAccount {
  readonly id: string
  readonly rows: number
}

/**
 * The statements of a user's accounts, and what they leave out.
 *
 * - `omittedRows`: how many rows of the list are neither in a statement nor in an account of `omittedAccounts`.
 * - `unexplained`: for accounts with a statement, the number of booked rows that it leaves out although its balance
 *   contains them.
 */
export interface OfxStatements {
  readonly statements: ReadonlyArray<OfxStatement>
  readonly omittedRows: number
  readonly omittedAccounts: ReadonlyArray<OmittedAccount>
  readonly unexplained: ReadonlyArray<OmittedAccount>
}

/** A row that counts in the balance of its account; `entry` is `undefined` without an exact amount, a day or a currency. */
interface CountedRow {
  readonly row: Transaction
  readonly account: string
  readonly isPending: boolean
  readonly entry: LedgerEntry | undefined
}

const countedRow = (row: Transaction): ReadonlyArray<CountedRow> => {
  // With these fields, only a row that was removed, is not shown to users or has no account is none.
  const counted = toLedgerEntry({ ...row, amount: 0, currency_code: 'EUR', date: '2000-01-01' })
  if (isNone(counted)) return []
  const { account, isPending } = counted.value
  return [{ row, account, isPending, entry: toUndefined(toLedgerEntry(row)) }]
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

const toDecimal = (units: bigint, currency: string): string => {
  const decimal = majorUnits(units, currency)
  return isRight(decimal) ? decimal.right : ''
}

const toTransaction = ({ id, minorUnits, currency, date, text, bankText }: LedgerEntry, row: Transaction) => {
  const posted = plainDate.is(row.booking_date) ? row.booking_date : date
  const other = plainDate.is(row.transaction_date) ? row.transaction_date : date
  const transaction: OfxTransaction = { id, amount: toDecimal(minorUnits, currency), date: posted, text, bankText }
  return other === posted ? transaction : { ...transaction, userDate: other }
}

/**
 * The statement of an account; `undefined` without a currency or an exact balance of its booked rows, both of which OFX
 * requires. An account that has only an instant balance, such as a card, has the booked balance that remains without its
 * pending rows.
 */
const toStatement = (account: Account, rows: ReadonlyArray<CountedRow>, now: Date): OfxStatement | undefined => {
  const booked = rows.filter(({ isPending }) => !isPending)
  const currency = textOf(account.currency_code) || (booked.flatMap(({ entry }) => entry ?? [])[0]?.currency ?? '')
  const reported = reportedBalance({ ...(account as BalanceRow), currency_code: currency })
  if (isNone(reported)) return undefined
  const { minorUnits, instantMinorUnits: instant, reportedAt } = reported.value
  const pending = rows.filter(({ isPending }) => isPending).map(({ entry }) => entry)
  const isExact = pending.every((entry) => entry?.currency === currency)
  const pendingUnits = pending.reduce((sum, entry) => sum + (entry?.minorUnits ?? 0n), 0n)
  const balance = isNone(minorUnits) && isSome(instant) && isExact ? some(instant.value - pendingUnits) : minorUnits
  if (isNone(balance)) return undefined
  return {
    account: String(account.id),
    bank: textOf((account as { readonly provider_id?: unknown }).provider_id ?? account.bank_id),
    type: textOf(account.type),
    currency,
    balance: toDecimal(balance.value, currency),
    ...(isSome(instant) && { availableBalance: toDecimal(instant.value, currency) }),
    balanceAt: toUndefined(reportedAt) ?? now,
    transactions: booked.flatMap(({ row, entry }) => (entry?.currency === currency ? [toTransaction(entry, row)] : [])),
  }
}

const sumOf = (counts: ReadonlyArray<number>): number => counts.reduce((sum, count) => sum + count, 0)

/** The rows by account. Accounts of the list without rows are included, and accounts of rows that are not in the list. */
const groupRows = ({ accounts, transactions }: UserRows): ReadonlyMap<string, ReadonlyArray<CountedRow>> => {
  const groups = new Map<string, Array<CountedRow>>(accounts.map(({ id }) => [String(id), []]))
  for (const counted of transactions.flatMap(countedRow)) {
    const group = groups.get(counted.account)
    if (group === undefined) groups.set(counted.account, [counted])
    else group.push(counted)
  }
  return groups
}

/** Creates the statements of all accounts, or of the account `only`. */
export const ofxStatements = (read: UserRows, now: Date, only?: string): OfxStatements => {
  const accounts = new Map(read.accounts.map((account) => [String(account.id), account]))
  const groups = Array.from(groupRows(read)).filter(([id]) => only === undefined || id === only)
  const results = groups.map(([id, rows]) => {
    const account = accounts.get(id)
    const statement = account && toStatement(account, rows, now)
    return { id, statement, rows: rows.filter(({ isPending }) => !isPending).length }
  })
  const statements = results.flatMap(({ statement }) => statement ?? [])
  const omittedAccounts = results.flatMap(({ id, rows, statement }) => (statement === undefined ? [{ id, rows }] : []))
  const total = only === undefined ? read.transactions.length : sumOf(groups.map(([, rows]) => rows.length))
  const written = statements.map(({ transactions }) => transactions.length)
  return {
    statements,
    omittedRows: total - sumOf(written) - sumOf(omittedAccounts.map(({ rows }) => rows)),
    omittedAccounts,
    unexplained: results.flatMap(({ id, rows, statement }) => {
      const missing = rows - (statement?.transactions.length ?? rows)
      return missing === 0 ? [] : [{ id, rows: missing }]
    }),
  }
}
