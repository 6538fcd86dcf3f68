import * as t from 'io-ts'
import { finite } from '../codec/finite.js'
import { plainDate } from '../codec/plainDate.js'
import { record } from '../codec/record.js'

/** The codec of {@link LoanDetails}. */
export const loanDetails = record(
  'loan details',
  {},
  {
    type: t.string,
    opening_date: plainDate,
    maturity_date: plainDate,
    next_payment_date: plainDate,
    next_payment_amount: finite,
    interest_rate: finite,
    borrowed_capital: finite,
    repaid_capital: finite,
    remaining_capital: finite,
  },
)

/**
 * What is known of a loan; the object is interface.md §2's, its fields are not shown there.
 *
 * - `type`: the bank's word, text; assumed, the profile's.
 * - `opening_date`, `maturity_date`, `next_payment_date`: `YYYY-MM-DD`; assumed, the profile's.
 * - `next_payment_amount`: an amount in the account's currency; assumed, the profile's.
 * - `interest_rate`: percent, 1.25 for 1.25 %; assumed, the profile's.
 * - `borrowed_capital`, `repaid_capital`, `remaining_capital`: amounts in its currency; assumed, the profile's.
 */
export interface LoanDetails extends t.TypeOf<typeof loanDetails> {}
