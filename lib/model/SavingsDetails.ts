import type * as t from 'io-ts'
import { finite } from '../codec/finite.js'
import { plainDate } from '../codec/plainDate.js'
import { record } from '../codec/record.js'

/**
 * What is known of a savings account; the object is interface §2's, its fields are not shown there.
 *
 * - `opening_date`: `YYYY-MM-DD`; assumed, the profile's.
 * - `interest_rate`: percent, 1.25 for 1.25 %; assumed, the profile's.
 * - `ceiling`: the most that may be saved, an amount in the account's currency; assumed, the profile's.
 *
 * @example
 * import { savingsDetails } from 'rxbank'
 *
 * assert.ok(savingsDetails.is({ opening_date: '2013-01-10', interest_rate: 0.75, ceiling: 22950 }))
 */
export const savingsDetails = record(
  'savings details',
  {},
  { opening_date: plainDate, interest_rate: finite, ceiling: finite },
)

/** What {@link savingsDetails} decodes to. */
export interface SavingsDetails extends t.TypeOf<typeof savingsDetails> {}
