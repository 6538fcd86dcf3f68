import { assumed, type AssumedFields } from '../../base/codec/assumed.js'
import { record } from '../../base/codec/record.js'
import { type LoanDetails, loanDetails } from './LoanDetails.js'

/**
 * What is known of a loan. The interface names the object, and shows none of its fields: each is
 * {@link Assumed}.
 */
export interface AssumedLoanDetails extends AssumedFields<LoanDetails> {}

/** The codec of {@link AssumedLoanDetails}. */
export const assumedLoanDetails = record<AssumedLoanDetails>(
  'loan details',
  {},
  assumed(loanDetails.optional, '/loan_details'),
)
