import * as t from 'io-ts'
import { finite } from '../../codec/finite.js'
import { id } from '../../codec/id.js'
import { record } from '../../codec/record.js'
import { timestamp } from '../../codec/timestamp.js'
import { asIn2021 } from './asIn.js'
import { loanDetails } from './LoanDetails.js'
import { savingsDetails } from './SavingsDetails.js'

/** The codec of a {@link Bridge2021Account}. */
export const bridge2021Account = record(
  'account',
  { id, item_id: asIn2021(id) },
  {
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
  },
)

/**
 * An account of an item, as of 2021-06-01; documented.
 *
 * - `id`, `item_id`, `bank_id`: integers.
 * - `name`: text.
 * - `balance`: an amount in `currency_code`, ISO 4217; a client has met accounts without them.
 * - `status`, `status_code_info`, `status_code_description`: those of the item.
 * - `type`: a word, see {@link KnownAccountType}, which is clients' code.
 * - `updated_at`: `Date`; the wire has ISO 8601 UTC, with or without milliseconds.
 * - `loan_details`, `savings_details`: see {@link LoanDetails} and {@link SavingsDetails}; of a fixture.
 * - `is_pro`: boolean.
 * - `is_paused`: boolean; client's code.
 * - `iban`: text.
 */
export interface Bridge2021Account extends t.TypeOf<typeof bridge2021Account> {}
