import type { BookingCount } from './bookings.js'
import type { ItemState, UserState } from './users.js'

interface OfUser<Type extends string> {
  readonly type: Type
  readonly user: UserState
}

interface OfItem<Type extends string> extends OfUser<Type> {
  readonly item: ItemState
}

/**
 * Something that has happened in a sandbox, from which webhooks are made.
 *
 * - `RefreshStarted`: `item.refresh.endsAt` is when it ends; `trigger` says who started it.
 * - `TransactionsChanged`: how many of an account are new, updated and deleted.
 */
export type Change =
  | OfItem<'ItemCreated'>
  | OfItem<'ItemDeleted'>
  | OfUser<'UserDeleted'>
  | (OfItem<'RefreshStarted'> & { readonly trigger: 'connect' | 'api' | 'scheduler' })
  | (OfUser<'TransactionsChanged'> & BookingCount & { readonly account: number })
