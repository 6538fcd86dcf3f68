import * as t from 'io-ts'
import { id } from '../../base/codec/id.js'
import { finite } from '../../base/codec/numbers.js'
import { lenient, record } from '../../base/codec/record.js'
import { timestamp } from '../../base/codec/timestamp.js'
import { type LoanDetails, loanDetails } from '../model/LoanDetails.js'
import { type SavingsDetails, savingsDetails } from '../model/SavingsDetails.js'
import { fieldOf2018 } from './profileField.js'
import { type Reference, reference } from './Reference.js'

/** An account of an item, as of 2018-06-15; documented. */
export interface Bridge2018Account {
  /** The id: an integer from 0 to 2^53 - 1. Documented. */
  readonly id: number
  /** The item that it belongs to. Documented. */
  readonly item: Reference
  /** Its bank. Documented. */
  readonly bank?: Reference | null | undefined
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
  /** The type of the account: a word, such as `home_mortgage`; no source has the complete list. Documented. */
  readonly type?: string | null | undefined
  /** The time of the last update. Sent as ISO 8601 in UTC, with or without milliseconds. Documented. */
  readonly updated_at?: Date | null | undefined
  /** The details of the loan. Documented. Its fields are from a fixture. */
  readonly loan_details?: LoanDetails | null | undefined
  /** The details of the savings. Documented. Its fields were seen in clients' code. */
  readonly savings_details?: SavingsDetails | null | undefined
  /** The path of the account. Documented. */
  readonly resource_uri?: string | null | undefined
  /** The type of the resource: `account`. Documented. */
  readonly resource_type?: string | null | undefined
}

/** The codec of a {@link Bridge2018Account}. */
export const bridge2018Account = record<Bridge2018Account>(
  'account',
  { id, item: fieldOf2018(reference) },
  lenient({
    bank: reference,
    name: t.string,
    balance: finite,
    currency_code: t.string,
    status: finite,
    type: t.string,
    updated_at: timestamp,
    loan_details: loanDetails,
    savings_details: savingsDetails,
    resource_uri: t.string,
    resource_type: t.string,
  }),
)
