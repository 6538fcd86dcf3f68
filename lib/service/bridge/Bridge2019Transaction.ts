import * as t from 'io-ts'
import { record } from '../../base/codec/record.js'
import { type Bridge2018Transaction, bridge2018Transaction } from './Bridge2018Transaction.js'

/** A transaction of an account, as of 2019-02-18: a {@link Bridge2018Transaction} with more fields; documented. */
export interface Bridge2019Transaction extends Bridge2018Transaction {
  /**
   * The amount in units of `currency_code`, not in cents: positive for a credit, negative for a debit, such as -4.99.
   * Add amounts with `minorUnits`, without rows that are `is_future` or whose `show_client_side` is false. Documented.
   */
  readonly amount: number
  /**
   * Whether it will be debited later. It is not in the balance yet, so leave it out of sums.
   * Documented.
   */
  readonly is_future?: boolean | null | undefined
  /**
   * `false` for a row that repeats a card purchase with deferred debit: do not show it, and leave it out of sums. Show
   * a row without a value. Documented.
   */
  readonly show_client_side?: boolean | null | undefined
}

/** The codec of a {@link Bridge2019Transaction}. */
export const bridge2019Transaction = record<Bridge2019Transaction>('transaction', bridge2018Transaction.required, {
  ...bridge2018Transaction.optional,
  is_future: t.boolean,
  show_client_side: t.boolean,
})
