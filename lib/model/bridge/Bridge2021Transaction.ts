import * as t from 'io-ts'
import { finite } from '../../codec/finite.js'
import { id } from '../../codec/id.js'
import { plainDate } from '../../codec/plainDate.js'
import { record } from '../../codec/record.js'
import { timestamp } from '../../codec/timestamp.js'
import { asIn2021 } from './asIn.js'

/** The codec of a {@link Bridge2021Transaction}. */
export const bridge2021Transaction = record(
  'transaction',
  { id, account_id: asIn2021(id), amount: finite, date: plainDate, updated_at: timestamp },
  {
    clean_description: t.string,
    bank_description: t.string,
    booking_date: plainDate,
    transaction_date: plainDate,
    value_date: plainDate,
    currency_code: t.string,
    is_deleted: t.boolean,
    category_id: id,
    is_future: t.boolean,
    show_client_side: t.boolean,
  },
)

/**
 * A transaction of an account, as of 2021-06-01; documented.
 *
 * - `id`: integer, up to 3.8e13 as it was seen; `account_id`, `category_id`: integers.
 * - `amount`: in `currency_code`, ISO 4217; positive for a credit.
 * - `date`: `YYYY-MM-DD`, no zone; always there.
 * - `booking_date`, `transaction_date`, `value_date`: the same, missing where the bank does not tell.
 * - `updated_at`: `Date`; the wire has ISO 8601 UTC, with or without milliseconds.
 * - `clean_description`, `bank_description`: text, made readable and as the bank sent it.
 * - `is_deleted`: boolean, true only in lists of what changed.
 * - `is_future`: boolean, debited later and not in the balance.
 * - `show_client_side`: boolean, false for a line that is repeated from a deferred card.
 */
export interface Bridge2021Transaction extends t.TypeOf<typeof bridge2021Transaction> {}
