import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  BehaviorSubject,
  catchError,
  defer,
  delayWhen,
  endWith,
  filter,
  finalize,
  firstValueFrom,
  ignoreElements,
  isObservable,
  map,
  merge,
  type Observable,
  of,
  scan,
  share,
  skip,
  startWith,
  Subject,
  switchMap,
  take,
  takeUntil,
  takeWhile,
  tap,
} from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { clockCodec } from '../../base/clock/clockCodec.js'
import { delay } from '../../base/clock/delay.js'
import { shortWaitMs } from '../../base/clock/shortWait.js'
import { systemClock } from '../../base/clock/systemClock.js'
import { decode } from '../../base/codec/decode.js'
import { milliseconds } from '../../base/codec/numbers.js'
import { options } from '../../base/codec/options.js'
import { toError } from '../../base/error/BaseError.js'
import { ConfigError } from '../../base/error/ConfigError.js'
import { ignoreTeardownErrors } from '../../base/platform/ignoreTeardownErrors.js'
import type { Store, StoreCall, StoreSnapshot } from './Store.js'

/** The options of `toStore`. */
export interface StoreConfig<A> {
  /** The value before the first one of the stream; default `undefined`. */
  readonly initialValue?: A
  /**
   * How long the stream stays subscribed after the last listener was removed, in milliseconds; default 5,000. A
   * component that is mounted again within this time sends no request.
   */
  readonly keepFor?: number
  /** The clock; default: the machine's. */
  readonly clock?: Clock
}

const storeConfig = options(
  'an object of options',
  {},
  { initialValue: t.unknown, keepFor: milliseconds(0), clock: clockCodec },
)

/** A stream, or a function that returns one, whose argument is for the calls of a client. */
export type StoreSource<A> = Observable<A> | ((call: StoreCall) => Observable<A>)

/** The milliseconds after which a reader that waits for the first value must say that it still waits. */
const maxWait = 5_000
/** The milliseconds that a reader has for this: React renders a component again some time after its promise has resolved. */
const renewWithin = 1_000

type Change = Partial<StoreSnapshot<unknown>>

/**
 * Converts a stream to a store: an object that any framework can listen to, and whose snapshots it can compare.
 *
 * - `stream`: the stream, or a function that returns it, called when the stream is subscribed to. Pass what the function gets
 *   to the calls of a client, as in `toStore((call) => user.accounts.all(call))`: the snapshot then has `waitingUntil`.
 *
 * All listeners share one subscription. It begins with the first listener, and ends `keepFor` milliseconds after the
 * last. An error of the stream becomes the `error` of the snapshot; `reload` subscribes again. Throws a `ConfigError`
 * for an invalid option, and for a first argument that is neither an Observable nor a function.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { toStore } from 'rxbank/store'
 * import { toArray } from 'rxjs'
 *
 * const { credentials, http } = createSandbox({ profile: bridge2025 })
 * const user = createClient({ profile: bridge2025, ...credentials, http }).user({ externalUserId: 'A6J' })
 * const accounts = toStore(user.accounts.all().pipe(toArray()), { initialValue: [] })
 *
 * assert.deepStrictEqual([accounts.getSnapshot().status, accounts.getSnapshot().value.length], ['loading', 0])
 * const stop = accounts.subscribe(() => console.log(accounts.getSnapshot().value.length, 'accounts'))
 * assert.deepStrictEqual([accounts.getSnapshot().status, accounts.getSnapshot().value.length], ['complete', 8])
 * stop()
 */
export function toStore<A>(
  stream: StoreSource<A>,
  config: StoreConfig<NoInfer<A>> & { readonly initialValue: NoInfer<A> },
): Store<A>
export function toStore<A, B extends null | undefined>(
  stream: StoreSource<A>,
  config: StoreConfig<NoInfer<A> | B> & { readonly initialValue: B },
): Store<A | B>
export function toStore<A>(stream: StoreSource<A>, config?: StoreConfig<NoInfer<A>>): Store<A | undefined>
export function toStore(stream: StoreSource<unknown>, config: StoreConfig<unknown> = {}): Store<unknown> {
  if (!isObservable(stream) && typeof stream !== 'function')
    throw new ConfigError({ issues: [{ path: '/stream', expected: 'an Observable, or a function that returns one' }] })
  const decoded = decode(storeConfig, config)
  if (isLeft(decoded)) throw new ConfigError({ issues: decoded.left })
  const { initialValue, keepFor = 5_000, clock = systemClock } = decoded.right

  const wait = (ms: number) => delay(clock, ms, { keepAlive: false })
  const initial: StoreSnapshot<unknown> = {
    value: initialValue,
    error: undefined,
    status: 'loading',
    isStale: false,
    waitingUntil: undefined,
  }
  const snapshot$ = new BehaviorSubject(initial)
  const reload$ = new BehaviorSubject<void>(undefined)
  const read = (): Observable<StoreSnapshot<unknown>> => {
    const { value } = snapshot$.value
    const loading = value === initialValue ? initial : { ...initial, value, isStale: true }
    const waits$ = new Subject<number>()
    const waiting$ = waits$.pipe(
      filter((ms) => ms > shortWaitMs),
      switchMap((ms) =>
        wait(ms).pipe(
          map((): Change => ({ waitingUntil: undefined })),
          startWith<Change>({ waitingUntil: new Date(clock.wall() + ms) }),
        ),
      ),
    )
    const source$ = isObservable(stream) ? stream : defer(() => stream({ onWait: (ms) => waits$.next(ms) }))
    const changes$ = source$.pipe(
      ignoreTeardownErrors,
      map((value): Change => ({ value, status: 'active', isStale: false })),
      endWith<Change>({ status: 'complete', waitingUntil: undefined }),
      catchError((error: unknown) => of<Change>({ status: 'error', error: toError(error), waitingUntil: undefined })),
    )
    return merge(waiting$, changes$).pipe(
      scan((previous, change) => ({ ...previous, ...change }), loading),
      takeWhile(({ status }) => status === 'loading' || status === 'active', true),
      startWith(loading),
    )
  }
  const running$ = reload$.pipe(
    switchMap(read),
    tap((snapshot) => snapshot$.next(snapshot)),
    finalize(() => snapshot$.next(initial)),
    share({ resetOnRefCountZero: () => wait(keepFor) }),
  )
  const loaded$ = merge(snapshot$.pipe(filter(({ status }) => status !== 'loading')), wait(maxWait)).pipe(
    take(1),
    map(() => undefined),
  )
  const loading$ = running$.pipe(takeUntil(loaded$.pipe(delayWhen(() => wait(renewWithin)))))
  const changes$ = merge(snapshot$.pipe(skip(1)), running$.pipe(ignoreElements()))

  return {
    subscribe: (listener) => {
      const subscription = changes$.subscribe(() => listener())
      return () => subscription.unsubscribe()
    },
    getSnapshot: () => snapshot$.value,
    getServerSnapshot: () => initial,
    whenLoaded: () => {
      loading$.subscribe()
      return firstValueFrom(loaded$)
    },
    reload: () => reload$.next(),
  }
}
