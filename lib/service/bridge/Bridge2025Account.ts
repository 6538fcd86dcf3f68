import * as t from 'io-ts'
import { id } from '../../base/codec/id.js'
import { finite } from '../../base/codec/numbers.js'
import { lenient, record } from '../../base/codec/record.js'
import { timestamp } from '../../base/codec/timestamp.js'
import { type LoanDetails, loanDetails } from '../model/LoanDetails.js'
import { type SavingsDetails, savingsDetails } from '../model/SavingsDetails.js'
import { fieldOf2025 } from './profileField.js'

/** The details of a loan, as of 2025-01-15: {@link LoanDetails} with more fields. */
export interface Bridge2025LoanDetails extends LoanDetails {
  /**
   * The estimated interest of the loan, in units of the currency of the account, not in cents. Seen in responses of the
   * previous API version.
   */
  readonly total_estimated_interests?: number | null | undefined
}

const loan = record<Bridge2025LoanDetails>(
  'loan details',
  {},
  { ...loanDetails.optional, ...lenient({ total_estimated_interests: finite }) },
)

/**
 * An account of an item, as of 2025-01-15; documented by an example, except for the fields that name another source.
 */
export interface Bridge2025Account {
  /** The id: an integer from 0 to 2^53 - 1. Documented by an example. */
  readonly id: number
  /** The id of the item that it belongs to. Documented by an example. */
  readonly item_id: number
  /** The id of its provider, which is its bank. Documented by an example. */
  readonly provider_id?: number | null | undefined
  /** The name, for display. Documented by an example. */
  readonly name?: string | null | undefined
  /**
   * The balance in units of `currency_code`, not in cents. It repeats `accounting_balance` or `instant_balance`; it is
   * missing if access is disabled. No source shows the meaning of its sign. Documented.
   */
  readonly balance?: number | null | undefined
  /** The balance of booked rows, in units of `currency_code`, not in cents; it may be missing. Documented. */
  readonly accounting_balance?: number | null | undefined
  /**
   * The balance of booked, pending and future rows, in units of `currency_code`, not in cents; it may
   * be missing. Documented.
   */
  readonly instant_balance?: number | null | undefined
  /** The currency of the amounts, by ISO 4217, such as `EUR`. Documented by an example. */
  readonly currency_code?: string | null | undefined
  /**
   * The type of the account: a word, see {@link KnownAccountType}. Documented by an example; the words were seen in
   * clients' code.
   */
  readonly type?: string | null | undefined
  /** The time of the last update. Sent as ISO 8601 in UTC with milliseconds. Documented by an example. */
  readonly updated_at?: Date | null | undefined
  /** The result of the last refresh, seen as `successful` and `failed`. Documented by an example. */
  readonly last_refresh_status?: string | null | undefined
  /**
   * Whether the user gives access to the account: `enabled` or `disabled`. If it is disabled, the account has no IBAN,
   * balance, loan, transactions or stocks. Documented; which fields are missing was seen in clients' code.
   */
  readonly data_access?: string | null | undefined
  /** Whether it is a professional account. Documented by an example. */
  readonly pro?: boolean | null | undefined
  /** Whether the account is paused. Observed. */
  readonly paused?: boolean | null | undefined
  /** The IBAN. Documented by an example. */
  readonly iban?: string | null | undefined
  /** Whether the IBAN was entered by hand. Documented by an example. */
  readonly iban_filled_manually?: boolean | null | undefined
  /** The details of the loan. Inferred from the previous API version. */
  readonly loan_details?: Bridge2025LoanDetails | null | undefined
  /** The details of the savings. Inferred from the previous API version. */
  readonly savings_details?: SavingsDetails | null | undefined
}

/** The codec of a {@link Bridge2025Account}. */
export const bridge2025Account = record<Bridge2025Account>(
  'account',
  { id, item_id: fieldOf2025(id) },
  lenient({
    provider_id: id,
    name: t.string,
    balance: finite,
    accounting_balance: finite,
    instant_balance: finite,
    currency_code: t.string,
    type: t.string,
    updated_at: timestamp,
    last_refresh_status: t.string,
    data_access: t.string,
    pro: t.boolean,
    paused: t.boolean,
    iban: t.string,
    iban_filled_manually: t.boolean,
    loan_details: loan,
    savings_details: savingsDetails,
  }),
)
