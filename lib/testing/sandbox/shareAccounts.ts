import type { ItemState, UserState } from './sandboxUsers.js'

export type Account = ItemState['bankAccounts'][number]

const isPaymentAccount = ({ type }: Pick<Account, 'type'>): boolean => type === 'checking' || type === 'card'

/** Whether a session for accounts of these types offers an account. */
export const isOffered =
  (types: ItemState['accountTypes']) =>
  (account: Pick<Account, 'type'>): boolean =>
    types === 'all' || isPaymentAccount(account)

/**
 * Whether an account is shared if the user chooses nothing. An account that was shared before stays shared. A session
 * for all accounts also shares accounts that were left out only because the last session offered payment accounts
 * alone.
 */
export const isSharedByDefault =
  (
    { inaccessibleAccounts }: Pick<UserState, 'inaccessibleAccounts'>,
    item: ItemState,
    types: ItemState['accountTypes'],
  ) =>
  (account: Account): boolean => {
    if (!inaccessibleAccounts.has(account.id)) return true
    return (
      types === 'all' &&
      item.accountTypes === 'payment' &&
      item.excludedAccounts.has(account.id) &&
      !isPaymentAccount(account)
    )
  }

/**
 * Applies the choice of a connect session to an item. The user shares the accounts in `shared` that a session for these
 * account types offers. Access to all others is disabled.
 */
export const shareAccounts = (
  user: Pick<UserState, 'inaccessibleAccounts'>,
  item: ItemState,
  types: ItemState['accountTypes'],
  shared: ReadonlyArray<number> = item.bankAccounts.filter(isSharedByDefault(user, item, types)).map(({ id }) => id),
): void => {
  const { inaccessibleAccounts } = user
  const offeredIds = item.bankAccounts.filter(isOffered(types)).map(({ id }) => id)
  for (const { id } of item.bankAccounts) {
    if (offeredIds.includes(id) && shared.includes(id)) {
      inaccessibleAccounts.delete(id)
      item.excludedAccounts.delete(id)
    } else {
      if (!inaccessibleAccounts.has(id)) item.excludedAccounts.add(id)
      inaccessibleAccounts.add(id)
    }
  }
  item.accountTypes = types
}
