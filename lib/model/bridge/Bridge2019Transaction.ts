import * as t from 'io-ts'
import { record } from '../../codec/record.js'
import { type Bridge2018Transaction, bridge2018Transaction } from './Bridge2018Transaction.js'

/** The codec of a {@link Bridge2019Transaction}. */
export const bridge2019Transaction = record('transaction', bridge2018Transaction.required, {
  ...bridge2018Transaction.optional,
  is_future: t.boolean,
  show_client_side: t.boolean,
})

/** A transaction of an account, as of 2019-02-18: a {@link Bridge2018Transaction} with more; documented. */
export interface Bridge2019Transaction extends Bridge2018Transaction, t.TypeOf<typeof bridge2019Transaction> {
  /** Whether it will be debited later, and is not in the balance yet. Documented. */
  readonly is_future?: boolean | null | undefined
  /** False for a line that is repeated from a card with deferred debit. Documented. */
  readonly show_client_side?: boolean | null | undefined
}
