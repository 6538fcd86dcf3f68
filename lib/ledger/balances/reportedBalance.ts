import { isRight } from 'fp-ts/lib/Either.js'
import { none, type Option, some } from 'fp-ts/lib/Option.js'
import type { Assumed } from '../../base/codec/assumed.js'
import { timestamp } from '../../base/codec/timestamp.js'
import { minorUnits } from '../../service/model/minorUnits.js'

type Maybe<A> = Assumed<A> | undefined

/** The fields of an account, of any API version, from which a {@link ReportedBalance} is made. */
export interface BalanceRow {
  readonly id: number | string
  readonly balance?: Maybe<number>
  readonly accounting_balance?: Maybe<number>
  readonly instant_balance?: Maybe<number>
  readonly currency_code?: Maybe<string>
  readonly updated_at?: Maybe<Date>
}

/**
 * The balance that a service reported for an account.
 *
 * - `minorUnits`: the balance of booked rows, in the minor unit of the currency; `None` if the service reported only
 *   the instant balance.
 * - `instantMinorUnits`: the balance that also contains pending and future rows; `None` if the service did not report
 *   it.
 * - `reportedAt`: when the account was updated; `None` if the service does not report it.
 */
export interface ReportedBalance {
  readonly account: string
  readonly currency: string
  readonly minorUnits: Option<bigint>
  readonly instantMinorUnits: Option<bigint>
  readonly reportedAt: Option<Date>
}

const isMissing = (value: unknown): boolean => value === null || value === undefined

const unitsOf = (amount: Maybe<number>, currency: string): Option<bigint> => {
  // Most accounts lack one of the amounts, and creating an error is slow.
  if (isMissing(amount)) return none
  const units = minorUnits(amount, currency)
  return isRight(units) ? some(units.right) : none
}

const timeOf = (value: unknown): Option<Date> => {
  const decoded = timestamp.is(value) ? value : timestamp.decode(value)
  if (decoded instanceof Date) return some(decoded)
  return isRight(decoded) ? some(decoded.right) : none
}

/**
 * Reads the balance of an account, of any API version. `None` if the currency is not an ISO 4217 code, or if no balance
 * is exact, as for an account to whose data the user gives no access.
 *
 * An account with an `instant_balance` and no `accounting_balance` repeats the former in `balance`, so its balance of
 * booked rows is unknown.
 *
 * @example
 * import { reportedBalance } from 'rxbank/balances'
 * import { none, some } from 'fp-ts/lib/Option.js'
 *
 * const reported = reportedBalance({ id: 7, balance: 12.5, currency_code: 'EUR' })
 * const balance = { account: '7', currency: 'EUR', minorUnits: some(1250n), instantMinorUnits: none, reportedAt: none }
 * assert.deepStrictEqual(reported, some(balance))
 */
export const reportedBalance = (row: BalanceRow): Option<ReportedBalance> => {
  const { currency_code: currency, instant_balance: instant, accounting_balance: accounting, balance } = row
  if (typeof currency !== 'string') return none
  const booked = isMissing(accounting) ? (isMissing(instant) ? balance : undefined) : accounting
  const units = unitsOf(booked, currency)
  const instantUnits = unitsOf(instant, currency)
  if (units._tag === 'None' && instantUnits._tag === 'None') return none
  return some({
    account: String(row.id),
    currency,
    minorUnits: units,
    instantMinorUnits: instantUnits,
    reportedAt: timeOf(row.updated_at),
  })
}

/**
 * The types of accounts whose balance changes only by transactions, unlike the balances of share accounts, loans or
 * life insurances.
 */
const explainedTypes: ReadonlySet<unknown> = new Set(['checking', 'savings', 'card'])

/**
 * Whether the booked rows of an account can explain its balance: this depends on its type and on the access to its
 * data.
 */
export const isExplainedByRows = ({ type, data_access: access }: Readonly<Record<string, unknown>>): boolean =>
  explainedTypes.has(type) && access !== 'disabled'
