import type { TransactionCounts } from './ledgerAccounts.js'
import type { ItemState, UserState } from './sandboxUsers.js'

interface UserChange<Type extends string> {
  readonly type: Type
  readonly user: UserState
}

interface ItemChange<Type extends string> extends UserChange<Type> {
  readonly item: ItemState
}

/**
 * A change of a sandbox's data that webhooks may report.
 *
 * - `RefreshStarted`: a refresh began; `item.refresh.endsAt` is when it ends, `trigger` says what started it.
 * - `TransactionsChanged`: how many transactions of an account are new, updated and deleted.
 */
export type Change =
  | ItemChange<'ItemCreated'>
  | ItemChange<'ItemDeleted'>
  | UserChange<'UserDeleted'>
  | (ItemChange<'RefreshStarted'> & { readonly trigger: 'connect' | 'api' | 'scheduler' })
  | (UserChange<'TransactionsChanged'> & TransactionCounts & { readonly account: number })
