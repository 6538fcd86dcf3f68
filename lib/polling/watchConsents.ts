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
import type { LiveRowsConfig } from './liveRows.js'
import type { UpdatedBatch } from './UpdatedBatch.js'

/** What must be in an item whose consent is watched; one without the date has none that ends. */
export interface ConsentedItem {
  readonly id: number
  readonly authentication_expires_at?: Date | null | undefined
}

/** The options of `watchUpdated`, and what each batch waits for before the next request. */
export interface WatchedRounds<A> extends LiveRowsConfig {
  readonly process: (batch: UpdatedBatch<A>) => Observable<unknown>
}

/** The items of a user, as far as their consents are watched. */
export interface ConsentedItems<A extends ConsentedItem> {
  readonly get: (itemId: number, config: CallConfig) => Observable<A>
  readonly watchUpdated: (config: WatchedRounds<A>) => Observable<UpdatedBatch<A>>
}

/**
 * What is new of the consent to an item.
 *
 * - `ending`: it ends within `before`; `ended`: it has ended, so the item is not refreshed any more. Both ask the user to
 *   consent again: `session` is for `connectSession` of `rxbank/bridge`.
 * - `renewed`: one that was told as `ending` or `ended` lasts again.
 * - `endsAt`: when it ends, as the item says it.
 */
export type Consent<A> =
  | { readonly _tag: 'renewed'; readonly item: A; readonly endsAt: Date }
  | {
      readonly _tag: 'ending' | 'ended'
      readonly item: A
      readonly endsAt: Date
      readonly session: { readonly itemId: number }
    }

/** How consents are watched. Times in milliseconds. */
export interface WatchConsentsConfig extends Omit<LiveRowsConfig, 'overlap' | 'since'> {
  /** How long before its end a consent is told; default a week. */
  readonly before?: number
  /** The clock that says what time it is: the client's, where it was given one; default: the machine's. */
  readonly clock?: Clock
}

const hour = 3_600_000
const week = 7 * 24 * hour

const ownOptions = /* @__PURE__ */ options('options', {}, { before: milliseconds(0), clock: clockLike })

type Stage = 'lasting' | 'ending' | 'ended'

/** How far a consent is at a moment. */
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
 * Watches the consents that the user has given to a bank, each of which ends some months later: tells when one is about to
 * end, when it has ended, and when it was renewed.
 *
 * - `items`: `user.items` of a client whose items have `authentication_expires_at`, as with `bridge2025`.
 * - `config`: the options of `watchUpdated`, with `every` an hour by default, which is how late a consent is told at most;
 *   and `before`. Its `timeout` and `headers` are those of the questions about one item, too.
 *
 * Cold. Emits a {@link Consent} at the end of a round; of a consent that is ending or has ended already, with the first.
 * Before it tells one, it asks for that item again, so that one which was deleted or renewed meanwhile is not told; the
 * next round waits for that. Does not complete; goes on after transient errors, and errors with any other. Each
 * subscription begins anew. Unsubscribing aborts the request in flight and clears the timer.
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
): Observable<Consent<A>> =>
  defer(() => {
    const { before: most, clock: given, every = hour, ...own }: WatchConsentsConfig = decodeOptions(copy, config)
    const { before = week, clock = systemClock } = decodeOptions(ownOptions, { before: most, clock: given })
    const { timeout, headers } = own
    const call: CallConfig = { ...(timeout !== undefined && { timeout }), ...(headers && { headers }) }
    const known = new Map<number, A>()
    const told = new Map<number, Stage>()

    /** What is new of an item, as the service has it now. */
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

    /** What is new at the end of a round. */
    const news = ({ resources, isLast }: UpdatedBatch<A>): Observable<Consent<A>> => {
      for (const item of resources) known.set(item.id, item)
      if (!isLast) return EMPTY
      const now = clock.wall()
      const changed = Array.from(known.values()).filter(
        (item) => stageAt(item, now, before) !== (told.get(item.id) ?? 'lasting'),
      )
      return from(changed).pipe(concatMap(({ id }) => tell(id, now)))
    }

    // Asked within `process`, so that the next round begins after the answers.
    const news$ = new Subject<Consent<A>>()
    const process = (batch: UpdatedBatch<A>): Observable<unknown> =>
      defer(() => news(batch)).pipe(tap((consent) => news$.next(consent)))
    return merge(news$, items.watchUpdated({ ...own, every, process }).pipe(ignoreElements()))
  })
