import * as t from 'io-ts'
import { finite } from '../../codec/finite.js'
import { id } from '../../codec/id.js'
import { plainDate } from '../../codec/plainDate.js'
import { record } from '../../codec/record.js'
import { timestamp } from '../../codec/timestamp.js'
import { asIn2025 } from './asIn.js'

/** The codec of a {@link Bridge2025Transaction}. */
export const bridge2025Transaction = record(
  'transaction',
  { id, account_id: asIn2025(id), amount: finite, date: plainDate, updated_at: timestamp },
  {
    clean_description: t.string,
    provider_description: t.string,
    booking_date: plainDate,
    transaction_date: plainDate,
    value_date: plainDate,
    currency_code: t.string,
    deleted: t.boolean,
    category_id: id,
    operation_type: t.string,
    future: t.boolean,
  },
)

/**
 * A transaction of an account, as of 2025-01-15; documented. That a deleted row has all that is required is inferred.
 *
 * - `id`: integer, up to 3.3e13 as it was seen; `account_id`, `category_id`: integers.
 * - `amount`: in `currency_code`, ISO 4217; positive for a credit.
 * - `date`: `YYYY-MM-DD`, no zone; always there.
 * - `booking_date`, `transaction_date`, `value_date`: the same, missing where the bank does not tell.
 * - `updated_at`: `Date`; the wire has ISO 8601 UTC, with or without milliseconds.
 * - `clean_description`, `provider_description`: text, made readable and as the bank sent it.
 * - `deleted`: boolean, true for a row that was removed.
 * - `future`: boolean, debited later and not in the balance.
 * - `operation_type`: a word, seen as `card`, `direct_debit`, `transfer` and `unknown`.
 */
export interface Bridge2025Transaction extends t.TypeOf<typeof bridge2025Transaction> {}
