import { itemState, liveRows, watchItem } from 'rxbank'
import { bridge2025, type Bridge2025Account, type Bridge2025Item } from 'rxbank/bridge'
import { catchError, EMPTY, map, type Observable, switchMap, toArray } from 'rxjs'
import type { BankUser } from './client'
import { persist } from './persist'
import { rhythm } from './rhythm'

/** The banks of a user, which the service calls items, and their accounts. */
export interface Overview {
  readonly items: ReadonlyArray<Bridge2025Item>
  readonly accounts: ReadonlyArray<Bridge2025Account>
}

/** What has to be done about an item, as a word. */
export const stateOf = (item: Bridge2025Item) => itemState(bridge2025, item)._tag

/** Whether the service has read an item before. */
export const wasRead = ({ last_successful_refresh: at }: Bridge2025Item): boolean => at instanceof Date

/** Emits while the service reads an item for the first time, or again after a session: more often than a round. */
const visits = (user: BankUser, itemId: number): Observable<unknown> =>
  watchItem(bridge2025, user, itemId, { until: (item) => itemState(bridge2025, item)._tag !== 'wait' }).pipe(
    catchError(() => EMPTY), // a wrong id in the address must not end the stream that it only hurries
  )

/**
 * The items and accounts, again after each change. The service reads a bank a few times a day, and each time its item changes:
 * so a round costs one request, and the accounts are read only when they may have changed.
 *
 * - `visitedItem`: the item that the user has just come from.
 */
export const liveOverview = (user: BankUser, visitedItem: number | undefined): Observable<Overview> => {
  const trigger = visitedItem === undefined ? {} : { trigger$: visits(user, visitedItem) }
  return liveRows(user.items, { every: rhythm.changes, ...trigger }).pipe(
    switchMap((items) =>
      user.accounts.all({ limit: 500 }).pipe(
        toArray(),
        persist(),
        map((accounts) => ({ items: Array.from(items.values()).sort((a, b) => a.id - b.id), accounts })),
      ),
    ),
  )
}
