import * as t from 'io-ts'
import { finite } from '../../codec/finite.js'
import { id } from '../../codec/id.js'
import { record } from '../../codec/record.js'
import { timestamp } from '../../codec/timestamp.js'
import { asIn2025 } from './asIn.js'
import { loanDetails } from './LoanDetails.js'
import { savingsDetails } from './SavingsDetails.js'

const loan = record('loan details', {}, { ...loanDetails.optional, total_estimated_interests: finite })

/** The codec of a {@link Bridge2025Account}. */
export const bridge2025Account = record(
  'account',
  { id, item_id: asIn2025(id) },
  {
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
  },
)

/**
 * An account of an item, as of 2025-01-15; documented by an example, but for what is said here.
 *
 * - `id`, `item_id`, `provider_id`: integers.
 * - `name`: text.
 * - `balance`: an amount in `currency_code`, ISO 4217, which repeats one of the next two; missing where access is
 *   disabled.
 * - `accounting_balance`, `instant_balance`: of booked rows, and of pending and future ones too; one may be missing.
 * - `type`: a word, see {@link KnownAccountType}; which words there are is clients' code.
 * - `updated_at`: `Date`; the wire has ISO 8601 UTC with milliseconds.
 * - `last_refresh_status`: a word, seen as `successful` and `failed`.
 * - `data_access`: `enabled` or `disabled`; if the user has disabled it, no IBAN, balance, loan, transactions or stocks
 *   come, which is client's code.
 * - `pro`: boolean; `paused`: boolean, observed.
 * - `iban`: text; `iban_filled_manually`: boolean.
 * - `loan_details`, `savings_details`: see {@link LoanDetails} and {@link SavingsDetails}; inferred from the stage
 *   before.
 * - `loan_details.total_estimated_interests`: an amount, seen in answers of the stage before.
 */
export interface Bridge2025Account extends t.TypeOf<typeof bridge2025Account> {}
