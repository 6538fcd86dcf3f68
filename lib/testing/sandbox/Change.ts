import type { BookingCount } from './ledgerAccounts.js'
import type { ItemState, UserState } from './sandboxUsers.js'

interface OfUser<Type extends string> {
  readonly type: Type
  readonly user: UserState
}

interface OfItem<Type extends string> extends OfUser<Type> {
  readonly item: ItemState
}

/**
 * A change of a sandbox's data that webhooks may report.
 *
 * - `RefreshStarted`: a refresh began; `item.refresh.endsAt` is when it ends, `trigger` says what started it.
 * - `TransactionsChanged`: how many transactions of an account are new, updated and deleted.
 */
export type Change =
  | OfItem<'ItemCreated'>
  | OfItem<'ItemDeleted'>
  | OfUser<'UserDeleted'>
  | (OfItem<'RefreshStarted'> & { readonly trigger: 'connect' | 'api' | 'scheduler' })
  | (OfUser<'TransactionsChanged'> & BookingCount & { readonly account: number })
