import * as t from 'io-ts'
import { plainDate } from '../../base/codec/calendar.js'
import { id } from '../../base/codec/id.js'
import { finite } from '../../base/codec/numbers.js'
import { lenient, record } from '../../base/codec/record.js'
import { timestamp } from '../../base/codec/timestamp.js'
import { fieldOf2025 } from './profileField.js'

/**
 * A transaction of an account, as of 2025-01-15; documented. That a deleted row has all required fields is inferred.
 */
export interface Bridge2025Transaction {
  /** The id: an integer from 0 to 2^53 - 1, seen up to 3.3e13. Documented. */
  readonly id: number
  /** The id of the account that it belongs to. Documented. */
  readonly account_id: number
  /**
   * The amount in units of `currency_code`, not in cents: positive for a credit, negative for a debit, such as -4.99.
   * Add amounts with `minorUnits`, without rows that are `future`. Documented.
   */
  readonly amount: number
  /**
   * The day of the transaction, `YYYY-MM-DD`: a day of the calendar, without a time or a zone. It is never missing.
   * Documented.
   */
  readonly date: string
  /** The time of the last update. Sent as ISO 8601 in UTC, with or without milliseconds. Documented. */
  readonly updated_at: Date
  /**
   * The readable description. Documented. It may lack digits of a reference, as seen in clients' code: match invoices
   * by `provider_description`.
   */
  readonly clean_description?: string | null | undefined
  /** The bank's own description. Documented. */
  readonly provider_description?: string | null | undefined
  /** The booking date, a day without a zone, `YYYY-MM-DD`; missing if the bank does not send it. Documented. */
  readonly booking_date?: string | null | undefined
  /** The transaction date, a day without a zone, `YYYY-MM-DD`; missing if the bank does not send it. Documented. */
  readonly transaction_date?: string | null | undefined
  /** The value date, a day without a zone, `YYYY-MM-DD`; missing if the bank does not send it. Documented. */
  readonly value_date?: string | null | undefined
  /** The currency of the amounts, by ISO 4217, such as `EUR`. Documented. */
  readonly currency_code?: string | null | undefined
  /** Whether the row was removed. Documented. That a removed row has all required fields is inferred. */
  readonly deleted?: boolean | null | undefined
  /** The id of its category. Documented. */
  readonly category_id?: number | null | undefined
  /** The type of the transaction: a word, seen as `card`, `direct_debit`, `transfer` and `unknown`. Documented. */
  readonly operation_type?: string | null | undefined
  /** Whether it will be debited later. It is not in the balance yet, so omit it from sums. Documented. */
  readonly future?: boolean | null | undefined
  /**
   * The payment of the Bridge API that this transaction is, once the service has reconciled the two. Documented.
   */
  readonly bridge_payment_information?: Bridge2025PaymentInformation | null | undefined
}

/** The payment that a transaction is; each id may be missing. Documented; that the ids are texts is inferred. */
export interface Bridge2025PaymentInformation {
  /** The id of the payment link. Documented. */
  readonly payment_link_id?: string | null | undefined
  /** The id of the payment request. Documented. */
  readonly payment_request_id?: string | null | undefined
  /** The id of the transaction within the payment request. Documented. */
  readonly payment_transaction_id?: string | null | undefined
}

const paymentInformation = record<Bridge2025PaymentInformation>(
  'payment information',
  {},
  lenient({ payment_link_id: t.string, payment_request_id: t.string, payment_transaction_id: t.string }),
)

/** The codec of a {@link Bridge2025Transaction}. */
export const bridge2025Transaction = record<Bridge2025Transaction>(
  'transaction',
  { id, account_id: fieldOf2025(id), amount: finite, date: plainDate, updated_at: timestamp },
  {
    // An invalid value of one of these fields is an error, because sums depend on them.
    currency_code: t.string,
    deleted: t.boolean,
    future: t.boolean,
    ...lenient({
      clean_description: t.string,
      provider_description: t.string,
      booking_date: plainDate,
      transaction_date: plainDate,
      value_date: plainDate,
      category_id: id,
      operation_type: t.string,
      bridge_payment_information: paymentInformation,
    }),
  },
)
