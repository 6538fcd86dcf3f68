import { eqStrict } from 'fp-ts/lib/Eq.js'
import { getEq } from 'fp-ts/lib/Option.js'
import { defer, distinctUntilChanged, map, type Observable } from 'rxjs'
import { copyCodec } from '../base/codec/copyCodec.js'
import { decodeOptions } from '../base/error/decodeOptions.js'
import type { CallConfig } from '../http/toHttpRequest.js'
import { isTerminal, type ItemState, itemState } from '../service/profile/itemState.js'
import type { ServiceInterface } from '../service/profile/ServiceProfile.js'
import type { UntilPredicate } from '../streams/polling/UntilPredicate.js'
import { backgroundCall } from '../streams/send/callConfig.js'
import type { Stream } from '../streams/send/Stream.js'
import type { WatchRefreshConfig } from './itemRefreshes.js'

/**
 * The options of watching the state of an item: as for its refresh, but without `until`, because the state determines
 * when the stream completes.
 */
export type WatchItemStateConfig = Omit<WatchRefreshConfig<never>, 'until'>

type Refresh = NonNullable<Parameters<typeof itemState>[2]>

/** The part of a user's items that `watchItemState` needs. */
export interface WatchedItems {
  readonly get: (itemId: number, config?: CallConfig) => Observable<Parameters<typeof itemState>[1]>
  readonly watchRefresh: (
    itemId: number,
    config?: WatchItemStateConfig & { readonly until?: UntilPredicate<Refresh> },
  ) => Observable<Refresh>
}

const valueEq = getEq<number | string>(eqStrict)

const isSame = (a: ItemState, b: ItemState): boolean =>
  a._tag === 'unknown' ? b._tag === 'unknown' && valueEq.equals(a.value, b.value) : a._tag === b._tag

/**
 * Watches the state of an item, which says what the user has to do, until it is no longer `wait`. Follows the refresh
 * of the item, as `watchRefresh` does, and reads the new status of the item when the refresh has finished.
 *
 * Cold. Emits each {@link ItemState} that differs from the one before, and completes with the first that is not `wait`,
 * such as `enterCode`, for which the service waits for the user. The state of a new or edited item may still be `wait`
 * after a refresh; the stream then continues. Requests never overlap: while the item is read, the status of the refresh
 * is not requested. After a transient error it waits and tries again; the waits grow to a minute and are never shorter
 * than the service requests. The stream errors with any other error, and with `DeadlineExceeded` after five minutes, or
 * after `deadline`. Unsubscribing aborts the request and clears the timer.
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
 * const states: Array<string> = []
 * sandbox.refresh(itemId, { outcome: 'invalid_creds' })
 * watchItemState(profile, items, itemId).subscribe(({ _tag }) => states.push(_tag))
 * clock.advance(60_000)
 * assert.deepStrictEqual(states, ['wait', 'logIn'])
 */
export const watchItemState = (
  profile: Pick<ServiceInterface, 'itemStates' | 'terminalStatuses'>,
  items: WatchedItems,
  itemId: number,
  config: WatchItemStateConfig = {},
): Stream<ItemState> =>
  defer(() => {
    const refreshConfig: WatchItemStateConfig = decodeOptions(copyCodec, config)
    const call = backgroundCall(refreshConfig)
    let state: ItemState
    const until: UntilPredicate<Refresh> = (refresh) => {
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
    return items.watchRefresh(itemId, { ...refreshConfig, until }).pipe(
      map(() => state),
      distinctUntilChanged(isSame),
    )
  })
