import {
  catchError,
  concatMap,
  defer,
  EMPTY,
  from,
  ignoreElements,
  merge,
  type Observable,
  of,
  Subject,
  tap,
  throwError,
} from 'rxjs'
import type { Clock } from '../clock/Clock.js'
import { clockLike } from '../clock/clockLike.js'
import { systemClock } from '../clock/systemClock.js'
import { copy } from '../codec/copy.js'
import { milliseconds } from '../codec/milliseconds.js'
import { options } from '../codec/options.js'
import { isClientError } from '../error/ClientError.js'
import { decodeOptions } from '../error/decodeOptions.js'
import { isTransient } from '../error/isTransient.js'
import type { CallConfig } from '../http/toHttpRequest.js'
import type { Stream } from '../stream/Stream.js'
import type { RowsWatchConfig } from './liveRows.js'
import type { UpdatedBatch } from './UpdatedBatch.js'

/**
 * The fields that an item must have for its consent to be watched. An item without the date has no consent that ends.
 */
export interface ConsentedItem {
  readonly id: number
  readonly authentication_expires_at?: Date | null | undefined
}

/** The options that are passed to `watchUpdated`. */
export interface WatchedRounds<A> extends RowsWatchConfig {
  readonly process: (batch: UpdatedBatch<A>) => Observable<unknown>
}

/** The part of a user's items that is needed to watch their consents. */
export interface ConsentedItems<A extends ConsentedItem> {
  readonly get: (itemId: number, config: CallConfig) => Observable<A>
  readonly watchUpdated: (config: WatchedRounds<A>) => Observable<UpdatedBatch<A>>
}

/**
 * A change of the consent for an item.
 *
 * - `ending`: it ends within `before`; `ended`: it has ended, so the item is no longer refreshed. In both cases the
 *   user has to consent again: pass `session` to `connectSession` of `rxbank/bridge`.
 * - `renewed`: a consent that was emitted as `ending` or `ended` is valid again.
 * - `endsAt`: when the consent ends, as the item says.
 */
export type Consent<A> =
  | { readonly _tag: 'renewed'; readonly item: A; readonly endsAt: Date }
  | {
      readonly _tag: 'ending' | 'ended'
      readonly item: A
      readonly endsAt: Date
      readonly session: { readonly itemId: number }
    }

/** The options of watching consents. Times are in milliseconds. */
export interface WatchConsentsConfig extends Omit<RowsWatchConfig, 'overlap' | 'since'> {
  /** How long before its end a consent is emitted as `ending`; default a week. */
  readonly before?: number
  /** The clock that gives the present time. Pass the client's, if it was given one; default: the system's. */
  readonly clock?: Clock
}

const hour = 3_600_000
const week = 7 * 24 * hour

const ownOptions = /* @__PURE__ */ options('options', {}, { before: milliseconds(0), clock: clockLike })

type Stage = 'lasting' | 'ending' | 'ended'

/** The stage of a consent at a moment. */
const stageAt = ({ authentication_expires_at: end }: ConsentedItem, now: number, before: number): Stage => {
  if (!end || now < end.getTime() - before) return 'lasting'
  return now < end.getTime() ? 'ending' : 'ended'
}

const consentOf = <A extends ConsentedItem>(item: A, stage: Stage): Observable<Consent<A>> => {
  const { authentication_expires_at: endsAt } = item
  if (!endsAt) return EMPTY
  return of(
    stage === 'lasting'
      ? { _tag: 'renewed', item, endsAt }
      : { _tag: stage, item, endsAt, session: { itemId: item.id } },
  )
}

const isGone = (error: unknown): boolean => isClientError(error) && error._tag === 'StatusError' && error.status === 404

/**
 * Watches the consents that the user has given to banks, each of which ends after some months: emits when a consent is
 * about to end, when it has ended, and when it was renewed.
 *
 * - `items`: `user.items` of a client whose items have `authentication_expires_at`, as with `bridge2025`.
 * - `config`: the options of `watchUpdated` and `before`. `every` is an hour by default; a consent is emitted late by
 *   at most that time. `timeout` and `headers` apply to the requests for single items too.
 *
 * Cold. Emits each {@link Consent} at the end of a round; the first round emits those that are ending or have ended
 * already. Before each emission it reads the item again, so that a consent which was renewed, or whose item was
 * deleted, is not emitted; the next round waits for these requests. Never completes. Transient errors are retried, any
 * other is the stream's. Each subscription begins anew. Unsubscribing aborts the request in flight and clears the
 * timer.
 *
 * @example
 * import { createVirtualClock, watchConsents } from 'rxbank'
 * import { none } from 'fp-ts/lib/Option.js'
 * import { map, of } from 'rxjs'
 *
 * const item = { id: 7, authentication_expires_at: new Date('2026-06-30T00:00:00Z') }
 * const clock = createVirtualClock({ start: Date.UTC(2026, 5, 25) })
 * const batch = { resources: [item], rejected: [], checkpoint: none, isLast: true }
 * const told: Array<string> = []
 * watchConsents(
 *   { get: () => of(item), watchUpdated: ({ process }) => process(batch).pipe(map(() => batch)) },
 *   { clock },
 * ).subscribe(({ _tag }) => told.push(_tag))
 * assert.deepStrictEqual(told, ['ending'])
 */
export const watchConsents = <A extends ConsentedItem>(
  items: ConsentedItems<A>,
  config: WatchConsentsConfig = {},
): Stream<Consent<A>> =>
  defer(() => {
    const { before: most, clock: given, every = hour, ...own }: WatchConsentsConfig = decodeOptions(copy, config)
    const { before = week, clock = systemClock } = decodeOptions(ownOptions, { before: most, clock: given })
    const { timeout, headers } = own
    const call: CallConfig = { ...(timeout !== undefined && { timeout }), ...(headers && { headers }) }
    const known = new Map<number, A>()
    const told = new Map<number, Stage>()

    /** The change of an item's consent, read from the service again. */
    const tell = (id: number, now: number): Observable<Consent<A>> =>
      items.get(id, call).pipe(
        concatMap((item) => {
          known.set(id, item)
          const stage = stageAt(item, now, before)
          if (stage === (told.get(id) ?? 'lasting')) return EMPTY
          told.set(id, stage)
          return consentOf(item, stage)
        }),
        catchError((error: unknown) => {
          if (isGone(error)) {
            known.delete(id)
            told.delete(id)
            return EMPTY
          }
          return isTransient(error) ? EMPTY : throwError(() => error)
        }),
      )

    /** The changes at the end of a round. */
    const news = ({ resources, isLast }: UpdatedBatch<A>): Observable<Consent<A>> => {
      for (const item of resources) known.set(item.id, item)
      if (!isLast) return EMPTY
      const now = clock.wall()
      const changed = Array.from(known.values()).filter(
        (item) => stageAt(item, now, before) !== (told.get(item.id) ?? 'lasting'),
      )
      return from(changed).pipe(concatMap(({ id }) => tell(id, now)))
    }

    // The items are read within `process`, so that the next round begins after the answers.
    const news$ = new Subject<Consent<A>>()
    const process = (batch: UpdatedBatch<A>): Observable<unknown> =>
      defer(() => news(batch)).pipe(tap((consent) => news$.next(consent)))
    return merge(news$, items.watchUpdated({ ...own, every, process }).pipe(ignoreElements()))
  })
