import type * as t from 'io-ts'
import { assumed } from '../codec/assumed.js'
import { record } from '../codec/record.js'
import { savingsDetails as strict } from './bridge/SavingsDetails.js'

/** The codec of {@link SavingsDetails}. */
export const savingsDetails = record('savings details', {}, assumed(strict.optional, '/savings_details'))

/**
 * What is known of a savings account. The interface (interface.md §2) names the object, and shows none of its fields: each
 * is {@link Assumed}.
 *
 * - `opening_date`: `YYYY-MM-DD`; assumed, the profile's.
 * - `interest_rate`: percent, 1.25 for 1.25 %; assumed, the profile's.
 * - `ceiling`: the most that may be saved, an amount in the account's currency; assumed, the profile's.
 */
export interface SavingsDetails extends t.TypeOf<typeof savingsDetails> {}
