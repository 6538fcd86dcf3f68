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
import type { Clock } from '../../base/clock/Clock.js'
import { clockCodec } from '../../base/clock/clockCodec.js'
import { systemClock } from '../../base/clock/systemClock.js'
import { copyCodec } from '../../base/codec/copyCodec.js'
import { methodsCodec } from '../../base/codec/methodsCodec.js'
import { milliseconds } from '../../base/codec/milliseconds.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { isServiceStatus } from '../../base/error/foreignAnswer.js'
import { isTransient } from '../../base/error/isTransient.js'
import type { CallConfig } from '../../http/toHttpRequest.js'
import { callOptionsOf } from '../send/callConfig.js'
import type { Stream } from '../send/Stream.js'
import type { RowsWatchConfig } from './liveRows.js'
import type { UpdatedBatch } from './UpdatedBatch.js'

/**
 * The fields of an item that `watchConsents` reads. An item without a date never needs a new consent. If a later answer lacks
 * the date or the account types, the earlier values count.
 */
export interface ConsentedItem {
  readonly id: number
  readonly account_types?: string | null | undefined
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

/** The options of the connect session in which a user renews the consent for an item. */
export interface ConsentSession {
  readonly itemId: number
  /** The account types of the item; missing if no answer had them. */
  readonly accountTypes?: 'payment' | 'all'
}

/**
 * A change of the consent for an item.
 *
 * - `ending`: it ends within `notice`. `ended`: it has ended, so the item is no longer refreshed. In both cases the user has
 *   to consent again: pass `session` to `connectSession` of `rxbank/bridge`. `session` has the account types of the item,
 *   because a session without them reads payment accounts only.
 * - `renewed`: a consent that was emitted as `ending` or `ended` is valid again.
 * - `endsAt`: when the consent ends, according to the last answer with a date.
 */
export type Consent<A> =
  | { readonly _tag: 'renewed'; readonly item: A; readonly endsAt: Date }
  | {
      readonly _tag: 'ending' | 'ended'
      readonly item: A
      readonly endsAt: Date
      readonly session: ConsentSession
    }

/** The options of watching consents. Times are in milliseconds. */
export interface WatchConsentsConfig extends Omit<RowsWatchConfig, 'overlap' | 'since'> {
  /** How long before the end of a consent it is emitted as `ending`; default a week. */
  readonly notice?: number
  /** The clock; default: the system's. If you gave the client a clock, pass the same one. */
  readonly clock?: Clock
}

const hour = 3_600_000
const week = 7 * 24 * hour

const argumentsCodec = /* @__PURE__ */ options(
  'arguments',
  {
    items: methodsCodec<ConsentedItems<ConsentedItem>>('user.items, with get and watchUpdated', 'get', 'watchUpdated'),
  },
  {},
)

const ownOptions = /* @__PURE__ */ options('options', {}, { notice: milliseconds(0), clock: clockCodec })

type Stage = 'lasting' | 'ending' | 'ended'

const order: ReadonlyArray<Stage> = ['lasting', 'ending', 'ended']

/** An item as it was last answered, with the end and the session of its consent, which an earlier answer may have told. */
interface KnownItem<A> {
  readonly item: A
  readonly endsAt: Date | undefined
  readonly session: ConsentSession
}

/** The last emitted stage of a consent, and the end of that consent. */
interface EmittedStage {
  readonly stage: Stage
  readonly end: number
}

/** The stage of a consent at a moment. */
const stageAt = (end: number, now: number, notice: number): Stage => {
  if (now < end - notice) return 'lasting'
  return now < end ? 'ending' : 'ended'
}

/** Whether a stage is emitted. For one end, stages only move forward, even if the clock is set back. */
const isNewStage = (stage: Stage, end: number, emitted: EmittedStage | undefined): boolean => {
  if (emitted === undefined) return stage !== 'lasting'
  return emitted.end === end ? order.indexOf(stage) > order.indexOf(emitted.stage) : stage !== emitted.stage
}

const sessionOf = (
  { id, account_types: types }: ConsentedItem,
  previous: ConsentSession | undefined,
): ConsentSession =>
  types === 'payment' || types === 'all' ? { itemId: id, accountTypes: types } : (previous ?? { itemId: id })

const consentOf = <A>({ item, session }: KnownItem<A>, stage: Stage, endsAt: Date): Consent<A> =>
  stage === 'lasting' ? { _tag: 'renewed', item, endsAt } : { _tag: stage, item, endsAt, session }

const isNotFound = (error: unknown): boolean => isServiceStatus(error, 404)

/** Whether the next round may succeed in reading the item. A 401 may be temporary; if it lasts, the rounds end with it. */
const mayBeTemporary = (error: unknown): boolean => isTransient(error) || isServiceStatus(error, 401)

/**
 * Watches the consents that the user has given to banks, each of which ends after some months: emits when a consent is
 * about to end, when it has ended, and when it was renewed.
 *
 * - `items`: `user.items` of a client whose items have `authentication_expires_at`, as with `bridge2025`.
 * - `config`: the options of `watchUpdated`, and `notice`. `every` is an hour by default, so a consent is emitted at most an
 *   hour late. `timeout` and `headers` apply to the requests for single items too.
 *
 * Cold. Emits each {@link Consent} at the end of a round. The first round emits the consents that are ending or have ended
 * already. Before each emission it reads the item again, so that it emits no consent that was renewed or whose item was
 * deleted; the next round waits for these requests. Never completes. Transient errors are retried, any other error is the
 * stream's. Each subscription starts again. Unsubscribing aborts the request in flight and clears the timer.
 *
 * @example
 * import { createVirtualClock, watchConsents } from 'rxbank'
 * import { none } from 'fp-ts/lib/Option.js'
 * import { map, of } from 'rxjs'
 *
 * const item = { id: 7, authentication_expires_at: new Date('2026-06-30T00:00:00Z') }
 * const clock = createVirtualClock({ start: Date.UTC(2026, 5, 25) })
 * const batch = { resources: [item], rejected: [], checkpoint: none, isLast: true }
 * const tags: Array<string> = []
 * watchConsents(
 *   { get: () => of(item), watchUpdated: ({ process }) => process(batch).pipe(map(() => batch)) },
 *   { clock },
 * ).subscribe(({ _tag }) => tags.push(_tag))
 * assert.deepStrictEqual(tags, ['ending'])
 */
export const watchConsents = <A extends ConsentedItem>(
  items: ConsentedItems<A>,
  config: WatchConsentsConfig = {},
): Stream<Consent<A>> =>
  defer(() => {
    decodeOptions(argumentsCodec, { items })
    const {
      notice: givenNotice,
      clock: givenClock,
      every = hour,
      ...own
    }: WatchConsentsConfig = decodeOptions(copyCodec, config)
    const { notice = week, clock = systemClock } = decodeOptions(ownOptions, { notice: givenNotice, clock: givenClock })
    const call = callOptionsOf(own)
    const known = new Map<number, KnownItem<A>>()
    /** In how many rounds in a row the service has not found an item. */
    const missed = new Map<number, number>()
    const emitted = new Map<number, EmittedStage>()

    /** One 404 may be a mistake, so the next round requests the item again. */
    const isDeleted = (id: number): boolean => (missed.get(id) ?? 0) > 1

    const remember = (item: A): KnownItem<A> => {
      const previous = known.get(item.id)
      const endsAt = item.authentication_expires_at ?? previous?.endsAt
      const now = { item, endsAt, session: sessionOf(item, previous?.session) }
      known.set(item.id, now)
      missed.delete(item.id)
      return now
    }

    /** The change of an item's consent to emit now, if there is one. */
    const changeOf = (id: number, now: number) => {
      const endsAt = known.get(id)?.endsAt
      if (endsAt === undefined) return undefined
      const [end, stage] = [endsAt.getTime(), stageAt(endsAt.getTime(), now, notice)]
      return isNewStage(stage, end, emitted.get(id)) ? { stage, end, endsAt } : undefined
    }

    /** Reads an item again, and emits the change of its consent if there still is one. */
    const confirmChange = (id: number, now: number): Observable<Consent<A>> =>
      items.get(id, call).pipe(
        concatMap((item) => {
          const read = remember(item)
          const change = changeOf(id, now)
          if (change === undefined) return EMPTY
          emitted.set(id, change)
          return of(consentOf(read, change.stage, change.endsAt))
        }),
        catchError((error: unknown) => {
          // The emitted stage is not forgotten, because the item may come again.
          if (isNotFound(error)) missed.set(id, (missed.get(id) ?? 0) + 1)
          return isNotFound(error) || mayBeTemporary(error) ? EMPTY : throwError(() => error)
        }),
      )

    /** Emits the changes of consents at the end of a round. */
    const changesAfter = ({ resources, isLast, isUserReplaced }: UpdatedBatch<A>): Observable<Consent<A>> => {
      if (isUserReplaced === true) {
        known.clear()
        missed.clear()
        emitted.clear()
      }
      for (const item of resources as ReadonlyArray<A>) remember(item)
      if (!isLast) return EMPTY
      const now = clock.wall()
      const changed = Array.from(known.keys()).filter((id) => !isDeleted(id) && changeOf(id, now) !== undefined)
      return from(changed).pipe(concatMap((id) => confirmChange(id, now)))
    }

    // The items are read in `process`, so that the next round begins after these answers.
    const consent$ = new Subject<Consent<A>>()
    const process = (batch: UpdatedBatch<A>): Observable<unknown> =>
      defer(() => changesAfter(batch)).pipe(tap((consent) => consent$.next(consent)))
    return merge(consent$, items.watchUpdated({ ...own, every, process }).pipe(ignoreElements()))
  })
