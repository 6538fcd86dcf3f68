import { itemState, liveRows, watchItem } from 'rxbank'
import type { Lineages } from 'rxbank/accounts'
import { bridge2025, type Bridge2025Account, type Bridge2025Item } from 'rxbank/bridge'
import {
  catchError,
  combineLatest,
  distinctUntilChanged,
  EMPTY,
  filter,
  forkJoin,
  map,
  type Observable,
  scan,
  share,
  skip,
  switchMap,
  toArray,
} from 'rxjs'
import type { BankUser } from './client'
import { followLineages } from './lineages'
import { persist } from './persist'
import { rhythm } from './rhythm'

/** The banks of a user, which the service calls items, and their accounts. */
interface Banks {
  readonly items: ReadonlyArray<Bridge2025Item>
  readonly accounts: ReadonlyArray<Bridge2025Account>
}

/** The banks of a user with their accounts, and which accounts are one. */
export interface Overview extends Banks {
  readonly lineages: Lineages
  /** The names of all accounts that were listed since the page was opened, by their ids. */
  readonly names: ReadonlyMap<string, string>
}

/** Emits while the service reads an item for the first time, or again after a session: more often than a round. */
const visits = (user: BankUser, itemId: number): Observable<unknown> =>
  watchItem(bridge2025, user, itemId, { until: (item) => itemState(bridge2025, item)._tag !== 'wait' }).pipe(
    catchError(() => EMPTY), // a wrong id in the address must not end the stream that it only hurries
  )

const idsOf = ({ accounts }: Banks): string =>
  accounts
    .map(({ id }) => id)
    .sort((a, b) => a - b)
    .join()

const addNames = (names: ReadonlyMap<string, string>, { accounts }: Banks): ReadonlyMap<string, string> =>
  new Map([...names, ...accounts.map(({ id, name }) => [String(id), name ?? 'Account'] as const)])

/** Whether all accounts were looked at: one that was not may be there twice. */
const isComplete = ({ accounts, lineages }: Overview): boolean => {
  const known = new Set(lineages.accounts.map(({ id }) => id))
  return accounts.every(({ id }) => known.has(String(id)))
}

/**
 * The items and accounts, again after each change. The service reads a bank a few times a day, and each time its item changes:
 * so a round costs one request, and the lists are read only when they may have changed. They are read whole, because a bank
 * that was removed is in no list of changes.
 *
 * - `visitedItem`: the item that the user has just come from.
 */
export const liveOverview = (user: BankUser, visitedItem: number | undefined): Observable<Overview> => {
  const trigger = visitedItem === undefined ? {} : { trigger$: visits(user, visitedItem) }
  const banks$ = liveRows(user.items, { every: rhythm.changes, ...trigger }).pipe(
    switchMap(() =>
      forkJoin({
        items: user.items.all({ limit: 500 }).pipe(toArray()),
        accounts: user.accounts.all({ limit: 500 }).pipe(toArray()),
      }).pipe(persist()),
    ),
    map(({ items, accounts }): Banks => ({ items: items.sort((a, b) => a.id - b.id), accounts })),
    share(),
  )
  const listed$ = banks$.pipe(map(idsOf), distinctUntilChanged(), skip(1))
  const names$ = banks$.pipe(scan(addNames, new Map<string, string>()))
  return combineLatest([banks$, names$, followLineages(user, listed$)]).pipe(
    map(([banks, names, lineages]): Overview => ({ ...banks, names, lineages })),
    filter(isComplete),
  )
}
