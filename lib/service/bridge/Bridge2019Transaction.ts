import * as t from 'io-ts'
import { record } from '../../base/codec/record.js'
import { type Bridge2018Transaction, bridge2018Transaction } from './Bridge2018Transaction.js'

/** A transaction of an account, as of 2019-02-18: a {@link Bridge2018Transaction} with more; documented. */
export interface Bridge2019Transaction extends Bridge2018Transaction {
  /**
   * The amount in units of `currency_code`, not in cents: positive for a credit, negative for a debit, as -4.99. Add
   * amounts up by `minorUnits`, without rows that are `is_future` or whose `show_client_side` is false. Documented.
   */
  readonly amount: number
  /**
   * Whether it will be debited later, and is not in the balance yet: leave it out of sums of what is booked.
   * Documented.
   */
  readonly is_future?: boolean | null | undefined
  /**
   * False for a line that repeats a purchase by a card with deferred debit: neither show it nor add it to a sum. A
   * row without a value is shown. Documented.
   */
  readonly show_client_side?: boolean | null | undefined
}

/** The codec of a {@link Bridge2019Transaction}. */
export const bridge2019Transaction = record<Bridge2019Transaction>('transaction', bridge2018Transaction.required, {
  ...bridge2018Transaction.optional,
  is_future: t.boolean,
  show_client_side: t.boolean,
})
