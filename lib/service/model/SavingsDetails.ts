import { plainDate } from '../../base/codec/calendar.js'
import { finite } from '../../base/codec/numbers.js'
import { lenient, record } from '../../base/codec/record.js'

/** The details of a savings account; seen in clients' code. */
export interface SavingsDetails {
  /** The day on which the account was opened, `YYYY-MM-DD`, without a zone. Seen in clients' code. */
  readonly opening_date?: string | null | undefined
  /** The rate of interest in percent: 1.25 stands for 1.25 %. Seen in clients' code. */
  readonly interest_rate?: number | null | undefined
  /** The maximum balance, in units of the currency of the account, not in cents. Seen in clients' code. */
  readonly ceiling?: number | null | undefined
}

/** The codec of {@link SavingsDetails}. */
export const savingsDetails = record<SavingsDetails>(
  'savings details',
  {},
  lenient({ opening_date: plainDate, interest_rate: finite, ceiling: finite }),
)
