import type * as t from 'io-ts'
import { finite } from '../codec/finite.js'
import { plainDate } from '../codec/plainDate.js'
import { record } from '../codec/record.js'

/** The codec of {@link SavingsDetails}. */
export const savingsDetails = record(
  'savings details',
  {},
  { opening_date: plainDate, interest_rate: finite, ceiling: finite },
)

/**
 * What is known of a savings account; the object is interface.md §2's, its fields are not shown there.
 *
 * - `opening_date`: `YYYY-MM-DD`; assumed, the profile's.
 * - `interest_rate`: percent, 1.25 for 1.25 %; assumed, the profile's.
 * - `ceiling`: the most that may be saved, an amount in the account's currency; assumed, the profile's.
 */
export interface SavingsDetails extends t.TypeOf<typeof savingsDetails> {}
