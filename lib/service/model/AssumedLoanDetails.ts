import { assumed, type AssumedFields } from '../../base/codec/assumed.js'
import { record } from '../../base/codec/record.js'
import { type LoanDetails, loanDetails } from './LoanDetails.js'

/**
 * The details of a loan. The documented API names the object, but none of its fields: each is {@link Assumed}.
 */
export interface AssumedLoanDetails extends AssumedFields<LoanDetails> {}

/** The codec of {@link AssumedLoanDetails}. */
export const assumedLoanDetails = record<AssumedLoanDetails>(
  'loan details',
  {},
  assumed(loanDetails.optional, '/loan_details'),
)
