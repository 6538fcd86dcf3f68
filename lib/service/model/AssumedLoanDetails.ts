import { assumed, type AssumedFields } from '../../base/codec/assumed.js'
import { record } from '../../base/codec/record.js'
import { type LoanDetails, loanDetails } from './LoanDetails.js'

/**
 * The details of a loan. The interface names the object, but shows none of its fields: each is
 * {@link Assumed}.
 */
export interface AssumedLoanDetails extends AssumedFields<LoanDetails> {}

/** The codec of {@link AssumedLoanDetails}. */
export const assumedLoanDetails = record<AssumedLoanDetails>(
  'loan details',
  {},
  assumed(loanDetails.optional, '/loan_details'),
)
