import type { ItemState, UserState } from './sandboxUsers.js'

const isPayment = ({ type }: ItemState['accounts'][number]): boolean => type === 'checking' || type === 'card'

/**
 * Sets which accounts of an item the user shares from now on, as a connect session does: with `payment`, there is no
 * access to the others. With `all` the access is back that a session has taken.
 */
export const chooseAccounts = (
  { closed }: Pick<UserState, 'closed'>,
  item: ItemState,
  types: ItemState['accountTypes'],
): void => {
  const others = item.accounts.filter((account) => !isPayment(account)).map(({ id }) => id)
  if (types === 'payment') for (const id of others.filter((other) => !closed.has(other))) item.unshared.add(id)
  for (const id of item.unshared) {
    if (types === 'payment') closed.add(id)
    else closed.delete(id)
  }
  if (types === 'all') item.unshared.clear()
  item.accountTypes = types
}
