import * as t from 'io-ts'
import { plainDate } from '../../base/codec/calendar.js'
import { id } from '../../base/codec/id.js'
import { finite } from '../../base/codec/numbers.js'
import { lenient, record } from '../../base/codec/record.js'
import { timestamp } from '../../base/codec/timestamp.js'
import { fieldOf2021 } from './profileField.js'

/** A transaction of an account, as of 2021-06-01; documented. */
export interface Bridge2021Transaction {
  /** The id: an integer from 0 to 2^53 - 1, seen up to 3.8e13. Documented. */
  readonly id: number
  /** The id of the account that it belongs to. Documented. */
  readonly account_id: number
  /**
   * The amount in units of `currency_code`, not in cents: positive for a credit, negative for a debit, such as -4.99.
   * Add amounts with `minorUnits`, without rows that are `is_future` or whose `show_client_side` is false. Documented.
   */
  readonly amount: number
  /**
   * The day of the transaction, `YYYY-MM-DD`: a day of the calendar, without a time or a zone. It is never missing.
   * Documented.
   */
  readonly date: string
  /** The time of the last update. Sent as ISO 8601 in UTC, with or without milliseconds. Documented. */
  readonly updated_at: Date
  /** The readable description. Documented. */
  readonly clean_description?: string | null | undefined
  /** The bank's own description. Documented. */
  readonly bank_description?: string | null | undefined
  /** The booking date, a day without a zone, `YYYY-MM-DD`; missing if the bank does not send it. Documented. */
  readonly booking_date?: string | null | undefined
  /** The transaction date, a day without a zone, `YYYY-MM-DD`; missing if the bank does not send it. Documented. */
  readonly transaction_date?: string | null | undefined
  /** The value date, a day without a zone, `YYYY-MM-DD`; missing if the bank does not send it. Documented. */
  readonly value_date?: string | null | undefined
  /** The currency of the amounts, by ISO 4217, such as `EUR`. Documented. */
  readonly currency_code?: string | null | undefined
  /** Whether the row was removed; true only in lists of changes. Documented. */
  readonly is_deleted?: boolean | null | undefined
  /** The id of its category. Documented. */
  readonly category_id?: number | null | undefined
  /** Whether it will be debited later. It is not in the balance yet, so omit it from sums. Documented. */
  readonly is_future?: boolean | null | undefined
  /**
   * `false` for a row that repeats a card purchase with deferred debit: do not show it, and omit it from sums. Show a
   * row without a value. Documented.
   */
  readonly show_client_side?: boolean | null | undefined
}

/** The codec of a {@link Bridge2021Transaction}. */
export const bridge2021Transaction = record<Bridge2021Transaction>(
  'transaction',
  { id, account_id: fieldOf2021(id), amount: finite, date: plainDate, updated_at: timestamp },
  {
    // An invalid value of one of these fields is an error, because sums depend on them.
    currency_code: t.string,
    is_deleted: t.boolean,
    is_future: t.boolean,
    show_client_side: t.boolean,
    ...lenient({
      clean_description: t.string,
      bank_description: t.string,
      booking_date: plainDate,
      transaction_date: plainDate,
      value_date: plainDate,
      category_id: id,
    }),
  },
)
