import { isRight } from 'fp-ts/lib/Either.js'
import { none, type Option, some } from 'fp-ts/lib/Option.js'
import type { Assumed } from '../base/codec/assumed.js'
import { plainDate } from '../base/codec/plainDate.js'
import { accountId } from '../service/model/accountId.js'
import { minorUnits } from '../service/model/minorUnits.js'
import type { LedgerEntry } from './LedgerEntry.js'

type Maybe<A> = Assumed<A> | undefined

/** The fields of a transaction, of any stage, that a {@link LedgerEntry} is made of. */
export interface LedgerRow {
  readonly id: number | string
  readonly amount?: Maybe<number>
  readonly currency_code?: Maybe<string>
  readonly date?: Maybe<string>
  readonly account_id?: Maybe<number | string>
  readonly account?: Maybe<{ readonly id: number }>
  readonly is_future?: Maybe<boolean>
  readonly future?: Maybe<boolean>
  readonly show_client_side?: Maybe<boolean>
  readonly deleted?: Maybe<boolean>
  readonly is_deleted?: Maybe<boolean>
  readonly operation_type?: Maybe<string>
  readonly description?: Maybe<string>
  readonly raw_description?: Maybe<string>
  readonly clean_description?: Maybe<string>
  readonly bank_description?: Maybe<string>
  readonly provider_description?: Maybe<string>
}

const firstText = (...texts: ReadonlyArray<Maybe<string>>): string =>
  texts.find((text) => typeof text === 'string') ?? ''

/**
 * Converts a transaction, of any stage, to a {@link LedgerEntry}.
 *
 * `None` for a row that is in no sum: one that was removed or is not shown to users, and one without an account, a day, a
 * currency of ISO 4217 or an exact amount.
 *
 * @example
 * import { toLedgerEntry } from 'rxbank/balances'
 * import { isSome } from 'fp-ts/lib/Option.js'
 *
 * const row = { id: 1, account_id: 7, amount: -4.99, currency_code: 'EUR', date: '2026-01-31' }
 * const entry = toLedgerEntry(row)
 * assert.ok(isSome(entry) && entry.value.minorUnits === -499n)
 */
export const toLedgerEntry = (row: LedgerRow): Option<LedgerEntry> => {
  const { amount, currency_code: currency, date } = row
  if (row.deleted === true || row.is_deleted === true || row.show_client_side === false) return none
  const account = accountId(row)
  const isKnownAccount = typeof account === 'number' || typeof account === 'string'
  const exact = minorUnits(amount, currency)
  if (!isKnownAccount || typeof currency !== 'string' || !plainDate.is(date) || !isRight(exact)) return none
  return some({
    id: String(row.id),
    account: String(account),
    minorUnits: exact.right,
    currency,
    date,
    isPending: row.is_future === true || row.future === true,
    ...(typeof row.operation_type === 'string' && { operation: row.operation_type }),
    text: firstText(row.clean_description, row.description),
    bankText: firstText(row.provider_description, row.bank_description, row.raw_description),
  })
}
