import { assumed, type AssumedFields } from '../../base/codec/assumed.js'
import { record } from '../../base/codec/record.js'
import { type SavingsDetails, savingsDetails } from './SavingsDetails.js'

/**
 * The details of a savings account. The documented API names the object, but none of its fields: each is {@link
 * Assumed}.
 */
export interface AssumedSavingsDetails extends AssumedFields<SavingsDetails> {}

/** The codec of {@link AssumedSavingsDetails}. */
export const assumedSavingsDetails = record<AssumedSavingsDetails>(
  'savings details',
  {},
  assumed(savingsDetails.optional, '/savings_details'),
)
