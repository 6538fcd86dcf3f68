import * as t from 'io-ts'
import { assumed } from '../codec/assumed.js'
import { finite } from '../codec/finite.js'
import { id } from '../codec/id.js'
import { record } from '../codec/record.js'
import { timestamp } from '../codec/timestamp.js'
import { loanDetails } from './LoanDetails.js'
import { savingsDetails } from './SavingsDetails.js'

/** The account types that were seen, as documentation: others decode as well. */
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

/**
 * An account of an item. What the interface does not show is {@link Assumed}.
 *
 * - `id`: integer; interface.md §2.
 * - `type`: a word, see {@link KnownAccountType}; interface.md §2 names `loan` and `savings`; others assumed.
 * - `updated_at`: `Date`; the wire has ISO 8601 UTC with milliseconds; interface.md §2.
 * - `loan_details`: see {@link LoanDetails}, may hold data when `type` is `loan`; named by interface.md §2, its shape assumed.
 * - `savings_details`: see {@link SavingsDetails}, may hold data when `type` is `savings`; named by interface.md §2, its shape assumed.
 * - `name`: text; assumed, the profile's.
 * - `balance`: an amount in `currency_code`; assumed, the profile's.
 * - `currency_code`: ISO 4217; assumed, the profile's.
 * - `status`, `status_code_info`, `status_code_description`: those of the item; assumed, the profile's.
 * - `item_id`, `bank_id`: integers; assumed, the profile's.
 * - `iban`: text; assumed, the profile's.
 * - `is_pro`, `is_paused`: boolean; assumed, the profile's.
 *
 * @example
 * import { account } from 'rxbank'
 *
 * assert.ok(account.is({ id: 2341488, type: 'savings', savings_details: { ceiling: 22950 }, loan_details: null }))
 */
export const account = record(
  'account',
  { id },
  {
    type: t.string,
    updated_at: timestamp,
    ...assumed({
      loan_details: loanDetails,
      savings_details: savingsDetails,
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

/** What {@link account} decodes to. */
export interface Account extends t.TypeOf<typeof account> {}
