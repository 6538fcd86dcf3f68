import * as t from 'io-ts'
import { record } from '../../codec/record.js'
import { bridge2018Transaction } from './Bridge2018Transaction.js'

/** The codec of a {@link Bridge2019Transaction}. */
export const bridge2019Transaction = record('transaction', bridge2018Transaction.required, {
  ...bridge2018Transaction.optional,
  is_future: t.boolean,
  show_client_side: t.boolean,
})

/**
 * A transaction of an account, as of 2019-02-18: a {@link Bridge2018Transaction} with more; documented.
 *
 * - `is_future`: boolean, debited later and not in the balance.
 * - `show_client_side`: boolean, false for a line that is repeated from a deferred card.
 */
export interface Bridge2019Transaction extends t.TypeOf<typeof bridge2019Transaction> {}
