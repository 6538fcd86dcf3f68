import * as t from 'io-ts'
import { finite } from '../../codec/finite.js'
import { plainDate } from '../../codec/plainDate.js'
import { record } from '../../codec/record.js'

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
 * What is known of a loan; of a fixture.
 *
 * - `type`: the bank's word, text.
 * - `opening_date`, `maturity_date`, `next_payment_date`: `YYYY-MM-DD`.
 * - `next_payment_amount`: an amount in the account's currency.
 * - `interest_rate`: percent, 1.25 for 1.25 %.
 * - `borrowed_capital`, `repaid_capital`, `remaining_capital`: amounts in its currency.
 */
export interface LoanDetails extends t.TypeOf<typeof loanDetails> {}
