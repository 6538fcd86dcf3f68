import { isSome } from 'fp-ts/lib/Option.js'
import {
  catchError,
  concat,
  concatMap,
  defer,
  distinctUntilChanged,
  filter,
  map,
  merge,
  NEVER,
  type Observable,
  of,
  repeat,
  retry,
  scan,
  skip,
  startWith,
  Subject,
  switchMap,
  take,
  takeLast,
  takeWhile,
  tap,
  throwError,
} from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { clockCodec } from '../../base/clock/clockCodec.js'
import { delay } from '../../base/clock/delay.js'
import { shortWaitMs } from '../../base/clock/shortWait.js'
import { systemClock } from '../../base/clock/systemClock.js'
import { functionCodec, methodsCodec, observableCodec } from '../../base/codec/guardCodec.js'
import { integer, milliseconds } from '../../base/codec/numbers.js'
import { oneOf } from '../../base/codec/oneOf.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions, wrongOption } from '../../base/error/decodeOptions.js'
import { isTransient } from '../../base/error/isTransient.js'
import { hasSameContent } from '../../base/hash/contentHash.js'
import { ignoreTeardownErrors } from '../../base/platform/ignoreTeardownErrors.js'
import { systemRandom } from '../../base/platform/random.js'
import { checkedRandom, jitteredInterval } from '../../http/backoff.js'
import { watcherWait } from '../../http/policies/retryForever.js'
import type { Page } from '../pages/PageLink.js'
import type { PagesConfig } from '../pages/pages.js'
import type { Stream } from '../send/Stream.js'
import { createTrigger } from './createTrigger.js'

/** A row of a list that {@link liveFeed} can show. */
export interface FeedRow {
  readonly id: number
}

/**
 * What a page shows of a list.
 *
 * - `rows`: the first rows of the list, in its own order: newest first. Unchanged rows are the same objects as before.
 * - `hasMore`: whether the list has more rows, which `more$` adds.
 * - `status`: `loading` while more rows are read. `live` when `rows` are up to date. `waiting` if the next request is sent
 *   more than a second later, because of a limit, a `Retry-After` or an outage. `stopped` if the stream errors next.
 * - `until`: when the request is sent at the earliest, if the status is `waiting`.
 */
export interface Feed<A> {
  readonly rows: ReadonlyArray<A>
  readonly hasMore: boolean
  readonly status: 'loading' | 'live' | 'waiting' | 'stopped'
  readonly until?: Date
}

/** The options of {@link liveFeed}. Times are in milliseconds. */
export interface LiveFeedConfig {
  /** How many rows are shown first, and added by each emission of `more$`; 1 to 500, default 50. */
  readonly pageSize?: number
  /** Each emission adds a page of rows, unless rows are being added or there are no more. Its error is the stream's. */
  readonly more$?: Observable<unknown>
  /** The time from one reading of the rows to the next one, ±10 %; at least 100, default 60,000. */
  readonly every?: number
  /** Each emission reads the rows again at once, or after the reading in progress. Its error is the stream's. */
  readonly trigger$?: Observable<unknown>
  /**
   * What happens if a row cannot be decoded. `error` (default): the stream errors. `report`: the row is left out, and
   * `events$` emits `RowRejected`.
   */
  readonly onInvalidRow?: 'error' | 'report'
  /** The milliseconds that an attempt at a request may take; default: the client's `timeout`. */
  readonly timeout?: number
  /** The clock; default: the system's. If you gave the client a clock, pass the same one. */
  readonly clock?: Clock
  /** Returns random numbers from 0 to 1, for jitter; default: `Math.random`. */
  readonly random?: () => number
}

/** The part of a list that {@link liveFeed} needs. The lists of a client have it. */
export interface FeedList<A> {
  /** Reads the list page by page. */
  readonly pages: (
    config: Pick<PagesConfig<A>, 'limit' | 'onInvalidRow' | 'onWait' | 'priority' | 'timeout'>,
  ) => Observable<Pick<Page<A>, 'next' | 'resources'>>
}

/** The maximum number of rows that one request may ask for. */
const maxLimit = 500

const feedList = methodsCodec<FeedList<never>>('a list with pages, such as user.transactions', 'pages')

const feedConfig = /* @__PURE__ */ options(
  'options',
  {},
  {
    pageSize: integer(1, maxLimit),
    more$: observableCodec<Observable<unknown>>('an Observable'),
    every: milliseconds(100),
    trigger$: observableCodec<Observable<unknown>>('an Observable'),
    onInvalidRow: oneOf('error', 'report'),
    timeout: milliseconds(1),
    clock: clockCodec,
    random: functionCodec<() => number>('a function to a number from 0 to 1'),
  },
)

/** The first rows of a list, by their ids, in the order of the list. */
interface Top<A> {
  readonly rows: ReadonlyMap<number, A>
  readonly hasMore: boolean
}

/** What happens to a feed. */
type FeedEvent<A> =
  | { readonly _tag: 'Loading' }
  | { readonly _tag: 'Loaded'; readonly top: Top<A> }
  | { readonly _tag: 'Waiting'; readonly until: Date }

const empty = { rows: [], hasMore: false, status: 'loading' } as const

/** Reads the first `size` rows of a list. A row that moves to a later page meanwhile counts once. */
const readTop = <A extends FeedRow>(pages$: ReturnType<FeedList<A>['pages']>, size: number): Observable<Top<A>> =>
  pages$.pipe(
    scan(
      ({ rows }: Top<A>, { resources, next }) => {
        const all = [...rows.values(), ...resources.filter(({ id }) => !rows.has(id))]
        return {
          rows: new Map(all.slice(0, size).map((row) => [row.id, row])),
          hasMore: all.length > size || isSome(next),
        }
      },
      { rows: new Map<number, A>(), hasMore: true },
    ),
    takeWhile(({ rows, hasMore }) => hasMore && rows.size < size, true),
    takeLast(1),
  )

/** The new rows, with the earlier objects for those that have not changed; the earlier list if none has. */
const keepUnchanged = <A extends FeedRow>(
  previousRows: ReadonlyArray<A>,
  rows: ReadonlyMap<number, A>,
): ReadonlyArray<A> => {
  const previousById = new Map(previousRows.map((row) => [row.id, row]))
  const next = Array.from(rows.values(), (row) => {
    const previous = previousById.get(row.id)
    return previous !== undefined && hasSameContent(row, previous) ? previous : row
  })
  const isSame = next.length === previousRows.length && next.every((row, index) => row === previousRows[index])
  return isSame ? previousRows : next
}

const reduce = <A extends FeedRow>({ rows, hasMore }: Feed<A>, event: FeedEvent<A>): Feed<A> => {
  switch (event._tag) {
    case 'Loading':
      return { rows, hasMore, status: 'loading' }
    case 'Waiting':
      return { rows, hasMore, status: 'waiting', until: event.until }
    case 'Loaded':
      return { rows: keepUnchanged(rows, event.top.rows), hasMore: event.top.hasMore, status: 'live' }
  }
}

const isSameFeed = <A>(a: Feed<A>, b: Feed<A>): boolean =>
  a.rows === b.rows && a.hasMore === b.hasMore && a.status === b.status && a.until?.getTime() === b.until?.getTime()

/**
 * Shows the first rows of a list, newest first, live: new, changed and removed rows come and go where they belong by the
 * list's own order, and the rows of a removed account leave with it.
 *
 * - `list`: a list of a client, such as `user.transactions`.
 *
 * Cold. Emits the first page, and again each time when `rows`, `hasMore` or `status` changes. One request reads all rows that
 * are shown, up to 500, so that they are of one time. The first request and those of `more$` are interactive. The others are
 * background requests, which wait while `active$` is `false`. Transient errors are retried without end. Any other error is
 * the stream's, after a value with the status `stopped`. Never completes. Unsubscribing aborts the request in flight and
 * clears the timer.
 *
 * @example
 * import { createClient, createVirtualClock, liveFeed } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { Subject } from 'rxjs'
 *
 * const clock = createVirtualClock()
 * const sandbox = createSandbox({ profile: bridge2025, clock, transactions: 200 })
 * const client = createClient({ profile: bridge2025, ...sandbox.credentials, http: sandbox.http, clock })
 * const { transactions } = client.user({ externalUserId: 'A6J' })
 *
 * const more$ = new Subject<void>()
 * const shown: Array<string> = []
 * const subscription = liveFeed(transactions, { pageSize: 50, more$, clock }).subscribe(({ rows, status }) => {
 *   shown.push(`${rows.length} ${status}`)
 * })
 * more$.next()
 * subscription.unsubscribe()
 * assert.deepStrictEqual(shown, ['50 live', '50 loading', '100 live'])
 */
export const liveFeed = <A extends FeedRow>(list: FeedList<A>, config: LiveFeedConfig = {}): Stream<Feed<A>> =>
  defer(() => {
    if (!feedList.is(list)) throw wrongOption('/list', feedList.name)
    const { pageSize = 50, every = 60_000, clock = systemClock, ...decoded } = decodeOptions(feedConfig, config)
    const random = checkedRandom(decoded.random ?? systemRandom)
    const { more$ = NEVER, trigger$ = NEVER, timeout, onInvalidRow } = decoded
    const trigger = createTrigger(trigger$)
    const waits$ = new Subject<FeedEvent<A>>()
    let feed: Feed<A> = empty
    let size = pageSize

    const onWait = (wait: number): void => {
      if (wait > shortWaitMs) waits$.next({ _tag: 'Waiting', until: new Date(clock.wall() + wait) })
    }
    const call = {
      onWait,
      ...(onInvalidRow !== undefined && { onInvalidRow }),
      ...(timeout !== undefined && { timeout }),
    }

    const read = (priority: 'interactive' | 'background'): Observable<FeedEvent<A>> =>
      defer(() => {
        trigger.begin()
        return readTop(list.pages({ ...call, priority, limit: Math.min(size, maxLimit) }), size)
      }).pipe(
        retry({
          delay: (error: unknown, failures) => {
            if (!isTransient(error)) return throwError(() => error)
            const wait = watcherWait(error, failures - 1, random)
            onWait(wait)
            return delay(clock, wait)
          },
        }),
        map((top) => ({ _tag: 'Loaded', top })),
      )

    const pause = () => trigger.wait(clock, jitteredInterval(every, random)).pipe(take(1))

    const follow = (): Observable<FeedEvent<A>> =>
      concat(
        of<FeedEvent<A>>({ _tag: 'Loading' }),
        read('interactive'),
        defer(pause).pipe(concatMap(() => read('background').pipe(repeat({ delay: pause })))),
      )

    const added$ = more$.pipe(
      ignoreTeardownErrors,
      filter(() => feed.hasMore && feed.rows.length >= size),
      tap(() => (size += pageSize)),
    )

    return merge(waits$, trigger.listening$, added$.pipe(startWith(undefined), switchMap(follow))).pipe(
      scan<FeedEvent<A>, Feed<A>>(reduce, empty),
      distinctUntilChanged(isSameFeed),
      tap((next) => (feed = next)),
      // The first state only says that the first page is being read.
      skip(1),
      catchError((error: unknown) =>
        concat(
          of<Feed<A>>({ rows: feed.rows, hasMore: feed.hasMore, status: 'stopped' }),
          throwError(() => error),
        ),
      ),
    )
  })
