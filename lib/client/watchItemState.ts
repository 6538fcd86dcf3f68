import { eqStrict } from 'fp-ts/lib/Eq.js'
import { getEq, some } from 'fp-ts/lib/Option.js'
import {
  catchError,
  concatMap,
  defer,
  distinctUntilChanged,
  EMPTY,
  identity,
  map,
  merge,
  type Observable,
  of,
  repeat,
  take,
  takeWhile,
  tap,
  throwError,
} from 'rxjs'
import type { Clock } from '../clock/Clock.js'
import { delay } from '../clock/delay.js'
import { firstOrTimeout } from '../clock/firstOrTimeout.js'
import { systemClock } from '../clock/systemClock.js'
import { clockLike } from '../clock/clockLike.js'
import { copy } from '../codec/copy.js'
import { options } from '../codec/options.js'
import { DeadlineExceeded } from '../error/DeadlineExceeded.js'
import { type ClientError, isClientError } from '../error/ClientError.js'
import { decodeOptions } from '../error/decodeOptions.js'
import { isTransient } from '../error/isTransient.js'
import { watcherWait } from '../http/policies/retryForever.js'
import type { CallConfig } from '../http/toHttpRequest.js'
import { redact } from '../model/Redacted.js'
import { systemRandom } from '../platform/systemRandom.js'
import { createTrigger } from '../polling/trigger.js'
import { type ItemState, itemState } from '../profile/itemState.js'
import type { ServiceInterface } from '../profile/ServiceProfile.js'
import type { WatchRefreshConfig } from './itemRefreshes.js'

type ItemStatus = Parameters<typeof itemState>[1]

interface Refresh {
  readonly status: string
}

/** How the state of an item is watched: as its refresh is, which says itself when there is no more to wait for. */
export interface WatchItemStateConfig extends Omit<WatchRefreshConfig<never>, 'until'> {
  /** What the waits between the refresh and the item are measured by: the client's clock; default: the machine's. */
  readonly clock?: Clock
}

/** The items of a user, as far as their states are watched. */
export interface WatchedItems {
  readonly get: (itemId: number, config?: CallConfig) => Observable<ItemStatus>
  readonly watchRefresh: (
    itemId: number,
    config?: Omit<WatchRefreshConfig<never>, 'until'> & {
      readonly until?: (refresh: { readonly status: string }) => boolean
    },
  ) => Observable<{ readonly status: string }>
}

const clockOption = /* @__PURE__ */ options('options', {}, { clock: clockLike })

const ofValue = getEq<number | string>(eqStrict)

const isSame = (a: ItemState, b: ItemState): boolean =>
  a._tag === 'unknown' ? b._tag === 'unknown' && ofValue.equals(a.value, b.value) : a._tag === b._tag

/** A round may have less time than the whole, which is what an error tells. */
const withDeadline = (error: unknown, deadline: number): unknown => {
  if (!isClientError(error) || error._tag !== 'DeadlineExceeded') return error
  const { operation, last } = error
  return new DeadlineExceeded({ operation, deadline, last })
}

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
    const { clock: given, after, ...own }: WatchItemStateConfig = decodeOptions(copy, config)
    const { clock = systemClock } = decodeOptions(clockOption, { clock: given })
    const { deadline = 5 * 60_000, every = 2000, trigger$, timeout, headers } = own
    const call = { timeout, headers } as CallConfig
    const end = clock.monotonic() + deadline
    const left = (): number => Math.max(end - clock.monotonic(), 0)
    const isTerminal = ({ status }: Refresh): boolean => profile.terminalStatuses.includes(status)
    let failures = 0
    let isFirst = true
    let exceeded: () => DeadlineExceeded
    /** What is waited for before the next round; without it there is none. */
    let pause: () => Observable<unknown> = () => EMPTY

    const untilNextRound = (): Observable<unknown> => {
      const ms = Math.min(every, left())
      if (trigger$ === undefined) return delay(clock, ms)
      const trigger = createTrigger(trigger$)
      return merge(trigger.listening$, trigger.wait(clock, ms)).pipe(take(1))
    }

    const backOff = (error: ClientError): Observable<unknown> => {
      const wait = watcherWait(error, failures++, systemRandom)
      return wait < left() ? delay(clock, wait) : delay(clock, left()).pipe(concatMap(() => throwError(exceeded)))
    }

    const read = (refresh: Refresh): Observable<ItemState> => {
      const last = some(redact<unknown>(refresh))
      exceeded = () => new DeadlineExceeded({ operation: 'items.get', deadline, last })
      return items.get(itemId, call).pipe(
        left() < Infinity ? firstOrTimeout(clock, left(), exceeded) : identity,
        map((item) => itemState(profile, item, refresh)),
        tap((state) => {
          failures = 0
          if (state._tag === 'wait') pause = untilNextRound
        }),
        catchError((error: unknown) => {
          if (!isTransient(error)) throw error
          pause = () => backOff(error)
          return EMPTY
        }),
      )
    }

    const stateAt = (refresh: Refresh): Observable<readonly [ItemState, isEnd: boolean]> => {
      const state = itemState(profile, {}, refresh)
      if (!isTerminal(refresh)) return of([state, false])
      if (state._tag === 'enterCode') return of([state, true])
      return read(refresh).pipe(map((ended) => [ended, ended._tag !== 'wait']))
    }

    const round = defer(() => {
      // The end of the run before was passed over in the first round.
      const watching = isFirst ? (after === undefined ? own : { ...own, after }) : { ...own, deadline: left() }
      isFirst = false
      pause = () => EMPTY
      return items.watchRefresh(itemId, { ...watching, until: isTerminal }).pipe(
        catchError((error: unknown) => throwError(() => withDeadline(error, deadline))),
        concatMap(stateAt),
      )
    })

    return round.pipe(
      repeat({ delay: () => pause() }),
      takeWhile(([, isEnd]) => !isEnd, true),
      map(([state]) => state),
      distinctUntilChanged(isSame),
    )
  })
