import type * as t from 'io-ts'
import { finite } from '../../codec/finite.js'
import { plainDate } from '../../codec/plainDate.js'
import { record } from '../../codec/record.js'

/** The codec of {@link SavingsDetails}. */
export const savingsDetails = record(
  'savings details',
  {},
  { opening_date: plainDate, interest_rate: finite, ceiling: finite },
)

/**
 * What is known of a savings account; of a fixture.
 *
 * - `opening_date`: `YYYY-MM-DD`.
 * - `interest_rate`: percent, 1.25 for 1.25 %.
 * - `ceiling`: the most that may be saved, an amount in the account's currency.
 */
export interface SavingsDetails extends t.TypeOf<typeof savingsDetails> {}
