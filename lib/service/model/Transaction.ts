import * as t from 'io-ts'
import { type Assumed, assumed } from '../../base/codec/assumed.js'
import { plainDate } from '../../base/codec/calendar.js'
import { id } from '../../base/codec/id.js'
import { finite } from '../../base/codec/numbers.js'
import { lenient, record } from '../../base/codec/record.js'
import { timestamp } from '../../base/codec/timestamp.js'

/** The decoded type of {@link transaction}. */
export interface Transaction {
  /** The id: an integer from 0 to 2^53 - 1. Documented. */
  readonly id: number
  /** The readable description. Documented. */
  readonly description?: string | null | undefined
  /** The bank's own description. Documented. */
  readonly raw_description?: string | null | undefined
  /** The time of the last update. Sent as ISO 8601 in UTC with milliseconds. Documented. */
  readonly updated_at?: Date | null | undefined
  /** What 2021-06-01 may send for `description`. Assumed: not documented. */
  readonly clean_description?: Assumed<string> | null | undefined
  /** What 2021-06-01 may send for `raw_description`. Assumed: not documented. */
  readonly bank_description?: Assumed<string> | null | undefined
  /**
   * The amount in units of `currency_code`, not in cents: positive for a credit, negative for a debit, such as -4.99.
   * Add amounts with `minorUnits`, without rows that are `is_future` or whose `show_client_side` is false. Assumed: not
   * documented.
   */
  readonly amount?: Assumed<number> | null | undefined
  /** The currency of the amounts, by ISO 4217, such as `EUR`. Assumed: not documented. */
  readonly currency_code?: Assumed<string> | null | undefined
  /**
   * The day of the transaction, `YYYY-MM-DD`: a day of the calendar, without a time or a zone. Assumed: not documented.
   */
  readonly date?: Assumed<string> | null | undefined
  /**
   * The booking date, a day without a zone, `YYYY-MM-DD`; missing if the bank does not send it. Assumed: not
   * documented.
   */
  readonly booking_date?: Assumed<string> | null | undefined
  /**
   * The transaction date, a day without a zone, `YYYY-MM-DD`; missing if the bank does not send it. Assumed: not
   * documented.
   */
  readonly transaction_date?: Assumed<string> | null | undefined
  /**
   * The value date, a day without a zone, `YYYY-MM-DD`; missing if the bank does not send it. Assumed: not documented.
   */
  readonly value_date?: Assumed<string> | null | undefined
  /** The id of the account that it belongs to. Assumed: not documented. */
  readonly account_id?: Assumed<number> | null | undefined
  /** The id of its category. Assumed: not documented. */
  readonly category_id?: Assumed<number> | null | undefined
  /** Whether the row was removed; true only in lists of changes. Assumed: not documented. */
  readonly is_deleted?: Assumed<boolean> | null | undefined
  /** Whether it will be debited later. It is not in the balance yet, so omit it from sums. Assumed: not documented. */
  readonly is_future?: Assumed<boolean> | null | undefined
  /**
   * `false` for a row that repeats a card purchase with deferred debit: do not show it, and omit it from sums. Show a
   * row without a value. Assumed: not documented.
   */
  readonly show_client_side?: Assumed<boolean> | null | undefined
}

/**
 * A transaction of an account. Undocumented fields are {@link Assumed}.
 *
 * @example
 * import { transaction } from 'rxbank/codec'
 *
 * const decoded = transaction.decode({ id: 36000051006608, amount: -4.99, updated_at: '2023-06-08T13:18:31.408Z' })
 * assert.ok(decoded._tag === 'Right' && decoded.right.updated_at?.getUTCMilliseconds() === 408)
 */
export const transaction = record<Transaction>(
  'transaction',
  { id },
  {
    updated_at: timestamp,
    ...lenient({ description: t.string, raw_description: t.string }),
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
