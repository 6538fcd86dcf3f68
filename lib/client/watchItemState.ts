import { eqStrict } from 'fp-ts/lib/Eq.js'
import { getEq } from 'fp-ts/lib/Option.js'
import { catchError, defer, distinctUntilChanged, EMPTY, exhaustMap, map, type Observable, of, takeWhile } from 'rxjs'
import { copy } from '../codec/copy.js'
import { decodeOptions } from '../error/decodeOptions.js'
import { isTransient } from '../error/isTransient.js'
import type { CallConfig } from '../http/toHttpRequest.js'
import { type ItemState, itemState } from '../profile/itemState.js'
import type { ServiceInterface } from '../profile/ServiceProfile.js'
import type { WatchRefreshConfig } from './itemRefreshes.js'

type ItemStatus = Parameters<typeof itemState>[1]

/** How the state of an item is watched: as its refresh is, which says itself when there is no more to wait for. */
export type WatchItemStateConfig = Omit<WatchRefreshConfig<never>, 'until'>

/** The items of a user, as far as their states are watched. */
export interface WatchedItems {
  readonly get: (itemId: number, config?: CallConfig) => Observable<ItemStatus>
  readonly watchRefresh: (
    itemId: number,
    config?: WatchItemStateConfig & { readonly until?: () => boolean },
  ) => Observable<{ readonly status: string }>
}

const ofValue = getEq<number | string>(eqStrict)

const isSame = (a: ItemState, b: ItemState): boolean =>
  a._tag === 'unknown' ? b._tag === 'unknown' && ofValue.equals(a.value, b.value) : a._tag === b._tag

/**
 * Follows what to do about an item, until there is nothing to wait for: its refresh as `watchRefresh` does, and, when
 * that has ended, the item, for the status that it was given.
 *
 * Cold. Emits each {@link ItemState} that differs from the one before, and completes with one that is not `wait`: with
 * `enterCode`, too, which the service leaves to the user. An item that is new or was edited may go on waiting after the
 * end of a refresh: then it asks again. Lives through what passes; errors with what waiting cannot mend, and with
 * `DeadlineExceeded` after five minutes, or `deadline`. Unsubscribing aborts the request and clears the timer.
 *
 * @example
 * import { bridge2021, createClient, createVirtualClock, watchItemState } from 'rxbank'
 * import { createSandbox } from 'rxbank/sandbox'
 *
 * const [clock, profile] = [createVirtualClock(), bridge2021]
 * const sandbox = createSandbox({ clock, profile })
 * const client = createClient({ ...sandbox.credentials, http: sandbox.http, clock, profile })
 * const { items } = client.user({ externalUserId: 'A6J' })
 * const [itemId = 0] = sandbox.users[0]?.itemIds ?? []
 *
 * const seen: Array<string> = []
 * sandbox.refresh(itemId, { outcome: 'invalid_creds' })
 * watchItemState(profile, items, itemId).subscribe(({ _tag }) => seen.push(_tag))
 * clock.advance(60_000)
 * assert.deepStrictEqual(seen, ['wait', 'logIn'])
 */
export const watchItemState = (
  profile: Pick<ServiceInterface, 'itemStates' | 'terminalStatuses'>,
  items: WatchedItems,
  itemId: number,
  config: WatchItemStateConfig = {},
): Observable<ItemState> =>
  defer(() => {
    const own: WatchItemStateConfig = decodeOptions(copy, config)
    const call = { timeout: own.timeout, headers: own.headers } as CallConfig

    const stateAt = (refresh: { readonly status: string }): Observable<readonly [ItemState, isEnd: boolean]> => {
      const state = itemState(profile, {}, refresh)
      if (!profile.terminalStatuses.includes(refresh.status)) return of([state, false])
      if (state._tag === 'enterCode') return of([state, true])
      return items.get(itemId, call).pipe(
        map((item) => itemState(profile, item, refresh)),
        map((ended) => [ended, ended._tag !== 'wait'] as const),
        catchError((error: unknown) => {
          if (isTransient(error)) return EMPTY
          throw error
        }),
      )
    }

    return items.watchRefresh(itemId, { ...own, until: () => false }).pipe(
      exhaustMap(stateAt),
      takeWhile(([, isEnd]) => !isEnd, true),
      map(([state]) => state),
      distinctUntilChanged(isSame),
    )
  })
