import type * as t from 'io-ts'
import { assumed } from '../codec/assumed.js'
import { record } from '../codec/record.js'
import { loanDetails as strict } from './bridge/LoanDetails.js'

/** The codec of {@link LoanDetails}. */
export const loanDetails = record('loan details', {}, assumed(strict.optional, '/loan_details'))

/**
 * What is known of a loan. The interface (interface.md §2) names the object, and shows none of its fields: each is
 * {@link Assumed}.
 *
 * - `type`: the bank's word, text; assumed, the profile's.
 * - `opening_date`, `maturity_date`, `next_payment_date`: `YYYY-MM-DD`; assumed, the profile's.
 * - `next_payment_amount`: an amount in the account's currency; assumed, the profile's.
 * - `interest_rate`: percent, 1.25 for 1.25 %; assumed, the profile's.
 * - `borrowed_capital`, `repaid_capital`, `remaining_capital`: amounts in its currency; assumed, the profile's.
 */
export interface LoanDetails extends t.TypeOf<typeof loanDetails> {}
