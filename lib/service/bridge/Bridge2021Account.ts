import * as t from 'io-ts'
import { id } from '../../base/codec/id.js'
import { finite } from '../../base/codec/numbers.js'
import { lenient, record } from '../../base/codec/record.js'
import { timestamp } from '../../base/codec/timestamp.js'
import { type LoanDetails, loanDetails } from '../model/LoanDetails.js'
import { type SavingsDetails, savingsDetails } from '../model/SavingsDetails.js'
import { fieldOf2021 } from './profileField.js'

/** An account of an item, as of 2021-06-01; documented. */
export interface Bridge2021Account {
  /** The id: an integer from 0 to 2^53 - 1. Documented. */
  readonly id: number
  /** The id of the item that it belongs to. Documented. */
  readonly item_id: number
  /** The id of its bank. Documented. */
  readonly bank_id?: number | null | undefined
  /** The name, for display. Documented. */
  readonly name?: string | null | undefined
  /**
   * The balance in units of `currency_code`, not in cents. No source shows the meaning of its sign. Documented. Clients
   * have seen accounts without it.
   */
  readonly balance?: number | null | undefined
  /** The currency of the amounts, by ISO 4217, such as `EUR`. Documented. Clients have seen accounts without it. */
  readonly currency_code?: string | null | undefined
  /** The state of its item, see {@link KnownItemStatus}. It is not an HTTP status. Documented. */
  readonly status?: number | null | undefined
  /** The state of its item as a word, such as `BANK_IS_DOWN`. Documented. */
  readonly status_code_info?: string | null | undefined
  /** The state of its item, as text for display. Documented. */
  readonly status_code_description?: string | null | undefined
  /**
   * The type of the account: a word, see {@link KnownAccountType}. Documented; the words were seen in clients' code.
   */
  readonly type?: string | null | undefined
  /** The time of the last update. Sent as ISO 8601 in UTC, with or without milliseconds. Documented. */
  readonly updated_at?: Date | null | undefined
  /** The details of the loan. Documented. Its fields are from a fixture. */
  readonly loan_details?: LoanDetails | null | undefined
  /** The details of the savings. Documented. Its fields were seen in clients' code. */
  readonly savings_details?: SavingsDetails | null | undefined
  /** Whether it is a professional account. Documented. */
  readonly is_pro?: boolean | null | undefined
  /** Whether the account is paused. Seen in clients' code. */
  readonly is_paused?: boolean | null | undefined
  /** The IBAN. Documented. */
  readonly iban?: string | null | undefined
}

/** The codec of a {@link Bridge2021Account}. */
export const bridge2021Account = record<Bridge2021Account>(
  'account',
  { id, item_id: fieldOf2021(id) },
  lenient({
    bank_id: id,
    name: t.string,
    balance: finite,
    currency_code: t.string,
    status: finite,
    status_code_info: t.string,
    status_code_description: t.string,
    type: t.string,
    updated_at: timestamp,
    loan_details: loanDetails,
    savings_details: savingsDetails,
    is_pro: t.boolean,
    is_paused: t.boolean,
    iban: t.string,
  }),
)
