import type * as t from 'io-ts'
import { type Assumed, assumed } from '../../base/codec/assumed.js'
import { record } from '../../base/codec/record.js'
import { savingsDetails as strict } from './SavingsDetails.js'

/** The codec of {@link SavingsDetails}. */
export const savingsDetails = record('savings details', {}, assumed(strict.optional, '/savings_details'))

/**
 * What is known of a savings account. The interface (interface.md §2) names the object, and shows none of its fields: each
 * is {@link Assumed}.
 */
export interface SavingsDetails extends t.TypeOf<typeof savingsDetails> {
  /** The day on which the account was opened, `YYYY-MM-DD`, without a zone. Assumed: the interface does not show it. */
  readonly opening_date?: Assumed<string> | null | undefined
  /** The rate of interest in percent: 1.25 stands for 1.25 %. Assumed: the interface does not show it. */
  readonly interest_rate?: Assumed<number> | null | undefined
  /**
   * The most that may be saved, in units of the currency of the account, not in cents. Assumed: the interface does not
   * show it.
   */
  readonly ceiling?: Assumed<number> | null | undefined
}
