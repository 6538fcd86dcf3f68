import * as t from 'io-ts'
import { plainDate } from '../../base/codec/calendar.js'
import { finite } from '../../base/codec/numbers.js'
import { lenient, record } from '../../base/codec/record.js'

/** The details of a loan; taken from a fixture. */
export interface LoanDetails {
  /** The bank's name for the type of loan. Taken from a fixture. */
  readonly type?: string | null | undefined
  /** The day on which the loan began, `YYYY-MM-DD`, without a zone. Taken from a fixture. */
  readonly opening_date?: string | null | undefined
  /** The day on which the loan ends, `YYYY-MM-DD`, without a zone. Taken from a fixture. */
  readonly maturity_date?: string | null | undefined
  /** The day of the next payment, `YYYY-MM-DD`, without a zone. Taken from a fixture. */
  readonly next_payment_date?: string | null | undefined
  /** The next payment, in units of the currency of the account, not in cents. Taken from a fixture. */
  readonly next_payment_amount?: number | null | undefined
  /** The rate of interest in percent: 1.25 stands for 1.25 %. Taken from a fixture. */
  readonly interest_rate?: number | null | undefined
  /** The borrowed amount, in units of the currency of the account, not in cents. Taken from a fixture. */
  readonly borrowed_capital?: number | null | undefined
  /** The repaid amount, in units of the currency of the account, not in cents. Taken from a fixture. */
  readonly repaid_capital?: number | null | undefined
  /** The remaining amount, in units of the currency of the account, not in cents. Taken from a fixture. */
  readonly remaining_capital?: number | null | undefined
}

/** The codec of {@link LoanDetails}. */
export const loanDetails = record<LoanDetails>(
  'loan details',
  {},
  lenient({
    type: t.string,
    opening_date: plainDate,
    maturity_date: plainDate,
    next_payment_date: plainDate,
    next_payment_amount: finite,
    interest_rate: finite,
    borrowed_capital: finite,
    repaid_capital: finite,
    remaining_capital: finite,
  }),
)
