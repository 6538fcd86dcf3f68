import { eqStrict } from 'fp-ts/lib/Eq.js'
import { getEq } from 'fp-ts/lib/Option.js'
import { defer, distinctUntilChanged, map, type Observable } from 'rxjs'
import { copy } from '../codec/copy.js'
import { decodeOptions } from '../error/decodeOptions.js'
import type { CallConfig } from '../http/toHttpRequest.js'
import type { Until } from '../polling/Until.js'
import { isTerminal } from '../profile/isTerminal.js'
import { type ItemState, itemState } from '../profile/itemState.js'
import type { ServiceInterface } from '../profile/ServiceProfile.js'
import type { WatchRefreshConfig } from './itemRefreshes.js'

/** How the state of an item is watched: as its refresh is, which says itself when there is no more to wait for. */
export type WatchItemStateConfig = Omit<WatchRefreshConfig<never>, 'until'>

type Refresh = NonNullable<Parameters<typeof itemState>[2]>

/** The items of a user, as far as their states are watched. */
export interface WatchedItems {
  readonly get: (itemId: number, config?: CallConfig) => Observable<Parameters<typeof itemState>[1]>
  readonly watchRefresh: (
    itemId: number,
    config?: WatchItemStateConfig & { readonly until?: Until<Refresh> },
  ) => Observable<Refresh>
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
 * end of a refresh: then it asks again. Requests never overlap: while the item is read, the refresh is not asked for. A
 * transient error of either is waited out, with a wait that grows to a minute and is never shorter than the service asked;
 * any other is the stream's, and so is `DeadlineExceeded` after five minutes, or `deadline`. Unsubscribing aborts the
 * request and clears the timer.
 *
 * @example
 * import { createClient, createVirtualClock, watchItemState } from 'rxbank'
 * import { bridge2021 } from 'rxbank/bridge'
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
    const { timeout, headers } = own
    const call: CallConfig = { ...(timeout !== undefined && { timeout }), ...(headers && { headers }) }
    let state: ItemState
    const until: Until<Refresh> = (refresh) => {
      state = itemState(profile, {}, refresh)
      if (!isTerminal(profile, refresh)) return false
      if (state._tag === 'enterCode') return true
      return items.get(itemId, call).pipe(
        map((item) => {
          state = itemState(profile, item, refresh)
          return state._tag !== 'wait'
        }),
      )
    }
    return items.watchRefresh(itemId, { ...own, until }).pipe(
      map(() => state),
      distinctUntilChanged(isSame),
    )
  })
