import { defer, distinctUntilChanged, from, merge, NEVER, type Observable, tap } from 'rxjs'
import type { Assumed } from '../base/codec/assumed.js'
import { copyCodec } from '../base/codec/copyCodec.js'
import { observableCodec } from '../base/codec/guardCodec.js'
import { options } from '../base/codec/options.js'
import { validDate } from '../base/codec/timestamp.js'
import { decodeOptions } from '../base/error/decodeOptions.js'
import { singleRequest } from '../service/api/operationRequests.js'
import type { Resources } from '../service/profile/Codecs.js'
import { itemState } from '../service/profile/itemState.js'
import { item as operation } from '../service/profile/operations.js'
import type { ServiceProfile } from '../service/profile/ServiceProfile.js'
import { serviceVersion } from '../service/profile/ServiceVersion.js'
import type { PollConfig } from '../streams/polling/poll.js'
import type { Stream } from '../streams/send/Stream.js'
import { resourceId } from './operationOptions.js'
import type { UserClient } from './UserClient.js'

/** The fields that `watchItem` reads: the status of the item, and when a refresh was last tried and last successful. */
export interface WatchedItem {
  readonly status?: Assumed<number> | null | undefined
  readonly last_try_refresh?: Date | null | undefined
  readonly last_successful_refresh?: Date | null | undefined
}

/** How an item is watched. Times are in milliseconds. */
export interface WatchItemConfig<A> extends PollConfig<A> {
  /**
   * The stream waits for a refresh that was tried after this time, by the service's clock. Pass the item's previous
   * `last_try_refresh`; default: the value in the first response.
   */
  readonly after?: Date
  /**
   * Emits when the service has read the full history of a new item, such as its webhook `item.refreshed` with
   * `full_refresh: true`. With this option the stream also waits for this value: the first refresh of a new item may
   * read only the last days.
   */
  readonly fullRefresh$?: Observable<unknown>
}

const watchOptions = /* @__PURE__ */ options(
  'options',
  {},
  {
    after: validDate,
    fullRefresh$: observableCodec<Observable<unknown>>('an Observable of full refreshes'),
    trigger$: observableCodec<Observable<unknown>>('an Observable'),
  },
)

const triedAt = ({ last_try_refresh: date }: WatchedItem): number => date?.getTime() ?? -Infinity

const isSame = (a: WatchedItem, b: WatchedItem): boolean =>
  a.status === b.status &&
  triedAt(a) === triedAt(b) &&
  a.last_successful_refresh?.getTime() === b.last_successful_refresh?.getTime()

/**
 * Watches an item until it was refreshed, by the fields of the item itself: for services that have no status of
 * refreshes, such as `bridge2025`. When the user returns from a connect session, pass as `after` the `last_try_refresh`
 * from before the session, or `new Date(0)` for a new item.
 *
 * Cold. Emits the item, then again when its `status`, `last_try_refresh` or `last_successful_refresh` differs.
 * Completes with the first item that was refreshed after `after` and whose state is not `wait`, or that `until`
 * accepts; with `fullRefresh$`, not before it has emitted. Requests the item every two seconds or at the interval
 * `every`, and when `trigger$` emits, for example after a webhook `item.refreshed` of this item. Errors with
 * `DeadlineExceeded` after five minutes, or after `deadline`, and otherwise as {@link UserClient.poll} does.
 * Unsubscribing aborts the request and clears the timer.
 *
 * @example
 * import { createVirtualClock, createClient, redact, watchItem } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { of } from 'rxjs'
 *
 * const clock = createVirtualClock()
 * const tries = ['2026-01-15T06:00:00Z', '2026-01-15T06:00:00Z', '2026-01-15T18:00:00Z']
 * const row = () => ({ id: 7, provider_id: 574, status: 0, last_try_refresh: tries.shift() })
 * const http = () => of({ status: 200, headers: {}, body: JSON.stringify(row()) })
 * const client = createClient({ profile: bridge2025, clientId: 'id', clientSecret: 'secret', http, clock })
 * const owner = { uuid: 'c2a26c9e-dc23-4f67-b887-bbae0f26c415' }
 * const token$ = of({ access_token: redact('token'), expires_at: new Date('9999-12-31'), user: owner })
 *
 * const hours: Array<number | undefined> = []
 * watchItem(bridge2025, client.user({ token$ }), 7).subscribe((item) => hours.push(item.last_try_refresh?.getUTCHours()))
 * clock.advance(10_000)
 * assert.deepStrictEqual(hours, [6, 18])
 */
export const watchItem = <R extends Resources>(
  profile: ServiceProfile<R>,
  user: Pick<UserClient<R>, 'poll'>,
  itemId: number,
  config: WatchItemConfig<R['item'] & WatchedItem> = {},
): Stream<R['item'] & WatchedItem> =>
  defer(() => {
    const {
      after,
      fullRefresh$,
      until,
      deadline = 5 * 60_000,
      ...pollOptions
    }: WatchItemConfig<R['item'] & WatchedItem> = decodeOptions(copyCodec, config)
    const decoded = decodeOptions(watchOptions, { after, fullRefresh$, trigger$: pollOptions.trigger$ })
    let previousTry = decoded.after?.getTime()
    let isHistoryRead = decoded.fullRefresh$ === undefined
    const trigger$ =
      decoded.fullRefresh$ === undefined
        ? pollOptions.trigger$
        : merge(decoded.trigger$ ?? NEVER, from(decoded.fullRefresh$).pipe(tap(() => (isHistoryRead = true))))
    const isRefreshed = (item: WatchedItem): boolean => {
      previousTry ??= triedAt(item)
      return isHistoryRead && triedAt(item) > previousTry && itemState(profile, item)._tag !== 'wait'
    }
    const version = serviceVersion(profile.serviceVersion ?? '2021-06-01', profile.undatedApiVersion)
    const request = singleRequest({ profile, version }, operation, profile.codecs.item, resourceId(itemId))
    return user
      .poll<R['item'] & WatchedItem>(request, {
        ...pollOptions,
        ...(trigger$ && { trigger$ }),
        until: until ?? isRefreshed,
        deadline,
      })
      .pipe(distinctUntilChanged<R['item'] & WatchedItem>(isSame))
  })
