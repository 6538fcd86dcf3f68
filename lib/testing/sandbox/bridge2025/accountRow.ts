import { lastEnded } from '../refreshes.js'
import type { AccountRow, ItemState, UserState } from '../sandboxUsers.js'
import { demoBank } from './demoBank.js'
import { omitEmpty } from './omitEmpty.js'

/** The fields of an account to whose data the user gives no access. Documented: such an account has no other fields. */
const alwaysShown = ['id', 'name', 'updated_at', 'last_refresh_status', 'type', 'item_id', 'provider_id', 'data_access']

/** The field for the balance that the bank sends. `balance` has the same value. */
const balanceName = (type: AccountRow['type']) => (type === 'card' ? 'instant_balance' : 'accounting_balance')

/** An account of an item in the format of this API version. */
export const accountRow = (
  row: AccountRow,
  item: ItemState,
  { inaccessibleAccounts }: Pick<UserState, 'inaccessibleAccounts'>,
  now: number,
) => {
  const isDisabled = inaccessibleAccounts.has(row.id)
  const { id, name, balance, updated_at, type, currency_code, item_id, bank_id, iban } = row
  const lastOutcome = lastEnded(item.refresh, now)?.outcome
  const allFields = omitEmpty({
    name,
    balance,
    [balanceName(type)]: balance,
    updated_at,
    last_refresh_status: lastOutcome && (lastOutcome === 'finished' ? 'successful' : 'failed'),
    type,
    currency_code,
    item_id,
    provider_id: bank_id ?? demoBank,
    data_access: isDisabled ? 'disabled' : 'enabled',
    pro: row.is_pro,
    paused: false,
    iban,
    iban_filled_manually: iban === null ? null : false,
    loan_details: row.loan_details,
    savings_details: row.savings_details,
  })
  const fields = Object.entries(allFields).filter(([field]) => !isDisabled || alwaysShown.includes(field))
  return { id, ...(Object.fromEntries(fields) as object) }
}
