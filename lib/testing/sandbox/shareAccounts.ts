import type { ItemState, UserState } from './sandboxUsers.js'

type Account = ItemState['accounts'][number]

/** Whether an account is for payments. */
const isPayment = ({ type }: Pick<Account, 'type'>): boolean => type === 'checking' || type === 'card'

/** Whether a session for accounts of these types offers an account. */
export const isOffered =
  (types: ItemState['accountTypes']) =>
  (account: Pick<Account, 'type'>): boolean =>
    types === 'all' || isPayment(account)

/**
 * Whether an account is shared if the user chooses nothing. An account that was shared before stays shared. A session for all
 * accounts also shares the accounts that only a session for payment accounts had excluded.
 */
export const isSharedByDefault =
  ({ closed }: Pick<UserState, 'closed'>, item: ItemState, types: ItemState['accountTypes']) =>
  (account: Account): boolean => {
    if (!closed.has(account.id)) return true
    return types === 'all' && item.accountTypes === 'payment' && item.notShared.has(account.id) && !isPayment(account)
  }

/**
 * Applies the choice of a connect session to an item. The user shares the accounts in `shared` that a session for these
 * account types offers. Access to all others is disabled.
 */
export const shareAccounts = (
  user: Pick<UserState, 'closed'>,
  item: ItemState,
  types: ItemState['accountTypes'],
  shared: ReadonlyArray<number> = item.accounts.filter(isSharedByDefault(user, item, types)).map(({ id }) => id),
): void => {
  const { closed } = user
  const offeredIds = item.accounts.filter(isOffered(types)).map(({ id }) => id)
  for (const { id } of item.accounts) {
    if (offeredIds.includes(id) && shared.includes(id)) {
      closed.delete(id)
      item.notShared.delete(id)
    } else {
      if (!closed.has(id)) item.notShared.add(id)
      closed.add(id)
    }
  }
  item.accountTypes = types
}
