import * as t from 'io-ts'
import { finite } from '../../codec/finite.js'
import { id } from '../../codec/id.js'
import { record } from '../../codec/record.js'
import { timestamp } from '../../codec/timestamp.js'
import { asInEarlier } from './asIn.js'
import { loanDetails } from './LoanDetails.js'
import { reference } from './Reference.js'
import { savingsDetails } from './SavingsDetails.js'

/** The codec of a {@link Bridge2018Account}. */
export const bridge2018Account = record(
  'account',
  { id, item: asInEarlier(reference) },
  {
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
  },
)

/**
 * An account of an item, as of 2018-06-15; documented.
 *
 * - `id`: integer.
 * - `item`, `bank`: see {@link Reference}.
 * - `name`: text.
 * - `balance`: an amount in `currency_code`, ISO 4217; a client has met accounts without them.
 * - `status`: that of the item.
 * - `type`: a word, such as `home_mortgage`; the whole list was not found.
 * - `updated_at`: `Date`; the wire has ISO 8601 UTC, with or without milliseconds.
 * - `loan_details`, `savings_details`: see {@link LoanDetails} and {@link SavingsDetails}; of a fixture.
 * - `resource_uri`, `resource_type`: its path, and `account`.
 */
export interface Bridge2018Account extends t.TypeOf<typeof bridge2018Account> {}
