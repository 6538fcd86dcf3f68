import type * as t from 'io-ts'
import { type Assumed, assumed } from '../../base/codec/assumed.js'
import { record } from '../../base/codec/record.js'
import { loanDetails as strict } from './LoanDetails.js'

/** The codec of {@link LoanDetails}. */
export const loanDetails = record('loan details', {}, assumed(strict.optional, '/loan_details'))

/**
 * What is known of a loan. The interface (interface.md §2) names the object, and shows none of its fields: each is
 * {@link Assumed}.
 */
export interface LoanDetails extends t.TypeOf<typeof loanDetails> {
  /** The bank's word for the loan. Assumed: the interface does not show it. */
  readonly type?: Assumed<string> | null | undefined
  /** The day on which the loan began, `YYYY-MM-DD`, without a zone. Assumed: the interface does not show it. */
  readonly opening_date?: Assumed<string> | null | undefined
  /** The day on which the loan ends, `YYYY-MM-DD`, without a zone. Assumed: the interface does not show it. */
  readonly maturity_date?: Assumed<string> | null | undefined
  /** The day of the next payment, `YYYY-MM-DD`, without a zone. Assumed: the interface does not show it. */
  readonly next_payment_date?: Assumed<string> | null | undefined
  /**
   * The next payment, in units of the currency of the account, not in cents. Assumed: the interface does not show it.
   */
  readonly next_payment_amount?: Assumed<number> | null | undefined
  /** The rate of interest in percent: 1.25 stands for 1.25 %. Assumed: the interface does not show it. */
  readonly interest_rate?: Assumed<number> | null | undefined
  /**
   * What was borrowed, in units of the currency of the account, not in cents. Assumed: the interface does not show it.
   */
  readonly borrowed_capital?: Assumed<number> | null | undefined
  /**
   * What is repaid of it, in units of the currency of the account, not in cents. Assumed: the interface does not show
   * it.
   */
  readonly repaid_capital?: Assumed<number> | null | undefined
  /**
   * What remains of it, in units of the currency of the account, not in cents. Assumed: the interface does not show it.
   */
  readonly remaining_capital?: Assumed<number> | null | undefined
}
