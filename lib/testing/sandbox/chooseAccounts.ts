import type { ItemState, UserState } from './sandboxUsers.js'

const isPayment = ({ type }: ItemState['accounts'][number]): boolean => type === 'checking' || type === 'card'

/**
 * Sets which accounts of an item the user shares, as a connect session does. `payment` disables access to all other
 * accounts; `all` enables the accounts that an earlier session disabled.
 */
export const chooseAccounts = (
  { closed }: Pick<UserState, 'closed'>,
  item: ItemState,
  types: ItemState['accountTypes'],
): void => {
  const others = item.accounts.filter((account) => !isPayment(account)).map(({ id }) => id)
  if (types === 'payment') for (const id of others.filter((other) => !closed.has(other))) item.notShared.add(id)
  for (const id of item.notShared) {
    if (types === 'payment') closed.add(id)
    else closed.delete(id)
  }
  if (types === 'all') item.notShared.clear()
  item.accountTypes = types
}
