import * as t from 'io-ts'
import { assumed } from '../codec/assumed.js'
import { finite } from '../codec/finite.js'
import { id } from '../codec/id.js'
import { plainDate } from '../codec/plainDate.js'
import { record } from '../codec/record.js'
import { timestamp } from '../codec/timestamp.js'

/**
 * A transaction of an account. What the interface does not show is {@link Assumed}.
 *
 * - `id`: integer; interface.md §2.
 * - `description`, `raw_description`: text, made readable and as the bank sent it; interface.md §2.
 * - `updated_at`: `Date`; the wire has ISO 8601 UTC with milliseconds; interface.md §2.
 * - `clean_description`, `bank_description`: what 2021-06-01 may send for these two; assumed, the profile's.
 * - `amount`: in `currency_code`, positive for a credit; assumed, the profile's.
 * - `currency_code`: ISO 4217; assumed, the profile's.
 * - `date`, `booking_date`, `transaction_date`, `value_date`: `YYYY-MM-DD`, no zone; assumed, the profile's.
 * - `account_id`, `category_id`: integers; assumed, the profile's.
 * - `is_deleted`: boolean, true only in lists of what changed; assumed, the profile's.
 * - `is_future`: boolean, debited later and not in the balance; assumed, the profile's.
 * - `show_client_side`: boolean, false for a line repeated from a deferred card; assumed, the profile's.
 *
 * @example
 * import { transaction } from 'rxbank'
 *
 * const decoded = transaction.decode({ id: 36000051006608, amount: -4.99, updated_at: '2023-06-08T13:18:31.408Z' })
 * assert.ok(decoded._tag === 'Right' && decoded.right.updated_at?.getUTCMilliseconds() === 408)
 */
export const transaction = record(
  'transaction',
  { id },
  {
    description: t.string,
    raw_description: t.string,
    updated_at: timestamp,
    ...assumed({
      clean_description: t.string,
      bank_description: t.string,
      amount: finite,
      currency_code: t.string,
      date: plainDate,
      booking_date: plainDate,
      transaction_date: plainDate,
      value_date: plainDate,
      account_id: id,
      category_id: id,
      is_deleted: t.boolean,
      is_future: t.boolean,
      show_client_side: t.boolean,
    }),
  },
)

/** What {@link transaction} decodes to. */
export interface Transaction extends t.TypeOf<typeof transaction> {}
