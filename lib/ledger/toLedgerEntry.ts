import { isRight } from 'fp-ts/lib/Either.js'
import { none, type Option, some } from 'fp-ts/lib/Option.js'
import type { Assumed } from '../base/codec/assumed.js'
import { plainDate } from '../base/codec/calendar.js'
import { accountId } from '../service/model/MatchFields.js'
import { minorUnits } from '../service/model/minorUnits.js'

/**
 * A movement of money on an account of one person, in one form for all API versions of the service. All functions of
 * the ledger work with it.
 *
 * - `id`: the id of the transaction, unique among the user's transactions.
 * - `account`: the id of its account.
 * - `minorUnits`: the exact amount in the minor unit of its currency, such as cents; negative for a debit.
 * - `currency`: the ISO 4217 code, such as `EUR`.
 * - `date`: a calendar day, `YYYY-MM-DD`.
 * - `isPending`: whether it is not booked yet. No balance includes a pending movement.
 * - `operation`: how the money moved, such as `card` or `transfer`, if the service says so.
 * - `text`: the readable description; `bankText`: the description that the bank sent; empty if there is none.
 */
export interface LedgerEntry {
  readonly id: string
  readonly account: string
  readonly minorUnits: bigint
  readonly currency: string
  readonly date: string
  readonly isPending: boolean
  readonly operation?: string
  readonly text: string
  readonly bankText: string
}

type Maybe<A> = Assumed<A> | undefined

/** A flag of a transaction. Databases without booleans, such as SQLite, store 0 and 1. */
type Flag = Maybe<boolean | 0 | 1>

/**
 * The fields from which a {@link LedgerEntry} is made: of a transaction in any API version, or of a row in a mirror's
 * table.
 */
export interface LedgerRow {
  readonly id: number | string
  readonly amount?: Maybe<number>
  readonly currency_code?: Maybe<string>
  readonly date?: Maybe<string>
  readonly account_id?: Maybe<number | string>
  readonly account?: Maybe<{ readonly id: number }>
  readonly is_future?: Flag
  readonly future?: Flag
  readonly show_client_side?: Flag
  readonly deleted?: Flag
  readonly is_deleted?: Flag
  /** When a mirror removed the row. */
  readonly removed_at?: unknown
  readonly operation_type?: Maybe<string>
  readonly description?: Maybe<string>
  readonly raw_description?: Maybe<string>
  readonly clean_description?: Maybe<string>
  readonly bank_description?: Maybe<string>
  readonly provider_description?: Maybe<string>
}

const firstText = (...texts: ReadonlyArray<Maybe<string>>): string =>
  texts.find((text) => typeof text === 'string') ?? ''

const isOn = (flag: Flag): boolean => flag === true || flag === 1

const isOff = (flag: Flag): boolean => flag === false || flag === 0

/** @internal Whether a row was removed. */
export const isRemoved = ({ deleted, is_deleted, removed_at }: LedgerRow): boolean =>
  isOn(deleted) || isOn(is_deleted) || (removed_at !== undefined && removed_at !== null)

/** @internal Converts a row of an account, also one that was removed; otherwise like {@link toLedgerEntry}. */
export const toEntryOfAccount = (row: LedgerRow, account: unknown): Option<LedgerEntry> => {
  const { amount, currency_code: currency, date } = row
  if (isOff(row.show_client_side)) return none
  const isKnownAccount = typeof account === 'number' || typeof account === 'string'
  const units = minorUnits(amount, currency)
  if (!isKnownAccount || typeof currency !== 'string' || !plainDate.is(date) || !isRight(units)) return none
  return some({
    id: String(row.id),
    account: String(account),
    minorUnits: units.right,
    currency,
    date,
    isPending: isOn(row.is_future) || isOn(row.future),
    ...(typeof row.operation_type === 'string' && { operation: row.operation_type }),
    text: firstText(row.clean_description, row.description),
    bankText: firstText(row.provider_description, row.bank_description, row.raw_description),
  })
}

/**
 * Converts a transaction, of any API version or from a mirror's table, to a {@link LedgerEntry}.
 *
 * `None` for a row that counts in no sum, because it was removed, is not shown to users, or has no account, no day, no
 * ISO 4217 currency or no exact amount. Flags may be 0 and 1, as in SQLite; a row with a `removed_at` was removed.
 *
 * @example
 * import { toLedgerEntry } from 'rxbank/balances'
 * import { isSome } from 'fp-ts/lib/Option.js'
 *
 * const row = { id: 1, account_id: 7, amount: -4.99, currency_code: 'EUR', date: '2026-01-31' }
 * const entry = toLedgerEntry(row)
 * assert.ok(isSome(entry) && entry.value.minorUnits === -499n)
 */
export const toLedgerEntry = (row: LedgerRow): Option<LedgerEntry> =>
  isRemoved(row) ? none : toEntryOfAccount(row, accountId(row))
