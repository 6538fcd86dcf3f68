import * as t from 'io-ts'
import { type Assumed, assumed, type AssumedFields } from '../../base/codec/assumed.js'
import { id } from '../../base/codec/id.js'
import { finite } from '../../base/codec/numbers.js'
import { lenient, record } from '../../base/codec/record.js'
import { timestamp } from '../../base/codec/timestamp.js'
import { loanDetails, type LoanDetails } from './LoanDetails.js'
import { type SavingsDetails, savingsDetails } from './SavingsDetails.js'

/**
 * The details of a savings account. The documented API names the object, but none of its fields: each is {@link
 * Assumed}.
 */
export interface AssumedSavingsDetails extends AssumedFields<SavingsDetails> {}

/** The codec of {@link AssumedSavingsDetails}. */
const assumedSavingsDetails = record<AssumedSavingsDetails>(
  'savings details',
  {},
  assumed(savingsDetails.optional, '/savings_details'),
)

/**
 * The details of a loan. The documented API names the object, but none of its fields: each is {@link Assumed}.
 */
export interface AssumedLoanDetails extends AssumedFields<LoanDetails> {}

/** The codec of {@link AssumedLoanDetails}. */
const assumedLoanDetails = record<AssumedLoanDetails>(
  'loan details',
  {},
  assumed(loanDetails.optional, '/loan_details'),
)

/** The known account types, for documentation; other values decode too. */
export type KnownAccountType =
  | 'checking'
  | 'savings'
  | 'brokerage'
  | 'card'
  | 'loan'
  | 'shared_saving_plan'
  | 'pending'
  | 'life_insurance'
  | 'special'
  | 'unknown'

/** The decoded type of {@link account}. */
export interface Account {
  /** The id: an integer from 0 to 2^53 - 1. Documented. */
  readonly id: number
  /**
   * The type of the account: a word, see {@link KnownAccountType}. `loan` and `savings` are documented; others are
   * assumed.
   */
  readonly type?: string | null | undefined
  /** The time of the last update. Sent as ISO 8601 in UTC with milliseconds. Documented. */
  readonly updated_at?: Date | null | undefined
  /** The details of the loan, if `type` is `loan`. The name of this field is documented; its content is assumed. */
  readonly loan_details?: Assumed<AssumedLoanDetails> | null | undefined
  /**
   * The details of the savings, if `type` is `savings`. The name of this field is documented; its content is assumed.
   */
  readonly savings_details?: Assumed<AssumedSavingsDetails> | null | undefined
  /** The name, for display. Assumed: not documented. */
  readonly name?: Assumed<string> | null | undefined
  /**
   * The balance in units of `currency_code`, not in cents. No source shows the meaning of its sign. Assumed: not
   * documented.
   */
  readonly balance?: Assumed<number> | null | undefined
  /** The currency of the amounts, by ISO 4217, such as `EUR`. Assumed: not documented. */
  readonly currency_code?: Assumed<string> | null | undefined
  /** The state of its item, see {@link KnownItemStatus}. It is not an HTTP status. Assumed: not documented. */
  readonly status?: Assumed<number> | null | undefined
  /** The state of its item as a word, such as `BANK_IS_DOWN`. Assumed: not documented. */
  readonly status_code_info?: Assumed<string> | null | undefined
  /** The state of its item, as text for display. Assumed: not documented. */
  readonly status_code_description?: Assumed<string> | null | undefined
  /** The id of the item that it belongs to. Assumed: not documented. */
  readonly item_id?: Assumed<number> | null | undefined
  /** The id of its bank. Assumed: not documented. */
  readonly bank_id?: Assumed<number> | null | undefined
  /** The IBAN. Assumed: not documented. */
  readonly iban?: Assumed<string> | null | undefined
  /** Whether it is a professional account. Assumed: not documented. */
  readonly is_pro?: Assumed<boolean> | null | undefined
  /** Whether the account is paused. Assumed: not documented. */
  readonly is_paused?: Assumed<boolean> | null | undefined
}

/**
 * An account of an item. Undocumented fields are {@link Assumed}.
 *
 * @example
 * import { account } from 'rxbank/codec'
 *
 * assert.ok(account.is({ id: 2341488, type: 'savings', savings_details: { ceiling: 22950 }, loan_details: null }))
 */
export const account = record<Account>(
  'account',
  { id },
  {
    ...lenient({ type: t.string, updated_at: timestamp }),
    ...assumed({
      loan_details: assumedLoanDetails,
      savings_details: assumedSavingsDetails,
      name: t.string,
      balance: finite,
      currency_code: t.string,
      status: finite,
      status_code_info: t.string,
      status_code_description: t.string,
      item_id: id,
      bank_id: id,
      iban: t.string,
      is_pro: t.boolean,
      is_paused: t.boolean,
    }),
  },
)
