import {
  catchError,
  concat,
  concatMap,
  defer,
  EMPTY,
  from,
  ignoreElements,
  map,
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
import type { Assumed } from '../../base/codec/assumed.js'
import { copyCodec } from '../../base/codec/copyCodec.js'
import { functionCodec, methodsCodec } from '../../base/codec/guardCodec.js'
import { nonEmpty } from '../../base/codec/nonEmpty.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions, wrongOption } from '../../base/error/decodeOptions.js'
import { isServiceStatus } from '../../base/error/foreignResponse.js'
import { isTransient } from '../../base/error/isTransient.js'
import type { CallConfig } from '../../http/toHttpRequest.js'
import { type ConsentSession, consentSession } from '../../service/model/ConsentSession.js'
import { backgroundCall } from '../send/callConfig.js'
import type { Stream } from '../send/Stream.js'
import { type AsyncResult, fromAsyncResult } from './AsyncResult.js'
import type { CheckpointStore } from './Bookmark.js'
import type { UpdatedBatch } from './ChangesConfig.js'
import {
  consentChange,
  consentEnd,
  type ConsentStage,
  consentStage,
  defaultNoticeDays,
  isUnreported,
  noticeDaysCodec,
  type ReportedStages,
  storedStages,
  type TimedStage,
  unreadableStage,
} from './consentStage.js'
import type { RowsWatchConfig } from './liveRows.js'

/**
 * The fields of an item that `watchConsents` reads. An item never needs a new consent if it has no date, or a date in
 * 1970 or before the item was created. If a later response lacks the date or the account types, the earlier values
 * count.
 */
export interface ConsentedItem {
  readonly id: number
  readonly account_types?: string | null | undefined
  readonly authentication_expires_at?: Assumed<Date> | null | undefined
  readonly created_at?: Date | null | undefined
}

/** The options that are passed to `watchUpdated`. */
export interface WatchedRounds<A> extends RowsWatchConfig {
  readonly process: (batch: UpdatedBatch<A>) => Observable<unknown>
}

/** The part of a user's items that `watchConsents` needs. */
export interface ConsentedItems<A extends ConsentedItem> {
  readonly get: (itemId: number, config: CallConfig) => Observable<A>
  readonly watchUpdated: (config: WatchedRounds<A>) => Observable<UpdatedBatch<A>>
}

/**
 * A change of the consent for an item.
 *
 * - `ending`: it has a notice due; `noticeDays`: the days before its end. `ended`: it has ended, so the item is no
 *   longer refreshed. In both cases the user has to consent again: pass `session` to `connectSession` of
 *   `rxbank/bridge`. The session has the account types of the item, because a session without them reads payment
 *   accounts only.
 * - `renewed`: another consent, which has no notice due, replaces one that was emitted as `ending` or `ended`.
 * - `unreadable`: the end of the consent is not a time, such as a number, and no earlier end is known. No notice of
 *   this consent can be emitted: tell your developers, not the user. Emitted once for an item.
 * - `endsAt`: when the consent ends, by the last response that had a date.
 */
export type Consent<A> =
  | { readonly _tag: 'renewed'; readonly item: A; readonly endsAt: Date }
  | {
      readonly _tag: 'ending'
      readonly item: A
      readonly endsAt: Date
      readonly noticeDays: number
      readonly session: ConsentSession
    }
  | { readonly _tag: 'ended'; readonly item: A; readonly endsAt: Date; readonly session: ConsentSession }
  | { readonly _tag: 'unreadable'; readonly item: A }

/** The options of watching consents. Times are in milliseconds, and notices in days. */
export interface WatchConsentsConfig<A extends ConsentedItem = ConsentedItem> extends Omit<
  RowsWatchConfig,
  'overlap' | 'since'
> {
  /**
   * The days before its end on which a consent is emitted as `ending`: integers from 1 to 3650, in any order; default
   * `[7]`. If several notices have passed since the last round, only the one nearest to the end is emitted.
   */
  readonly noticeDays?: ReadonlyArray<number>
  /**
   * Where the emitted notices are stored, so that none is emitted again after a restart. Use it for one watcher at a
   * time: a store has no locks.
   */
  readonly store?: CheckpointStore
  /** The prefix of the keys in `store`: a text that identifies the user and the service. Required with `store`. */
  readonly key?: string
  /**
   * Notifies the user of a change. The change is emitted and stored when the returned Observable or Promise completes.
   * If that errors, so does the stream, and the next subscription begins with this change. So a change is processed at
   * least once.
   */
  readonly process?: (consent: Consent<A>) => AsyncResult
  /** The clock; default: the system's. If you gave the client a clock, pass the same one. */
  readonly clock?: Clock
}

const hour = 3_600_000

const argumentsCodec = /* @__PURE__ */ options(
  'arguments',
  {
    items: methodsCodec<ConsentedItems<ConsentedItem>>('user.items, with get and watchUpdated', 'get', 'watchUpdated'),
  },
  {},
)

const consentOptions = /* @__PURE__ */ options(
  'options',
  {},
  {
    noticeDays: noticeDaysCodec,
    store: methodsCodec<CheckpointStore>('a CheckpointStore, with load and save', 'load', 'save'),
    key: nonEmpty,
    process: functionCodec<(consent: never) => AsyncResult>('a function from a consent to an Observable or Promise'),
    clock: clockCodec,
  },
)

/** Separates the options of consents from the options of the rounds. */
const decodeConfig = <A extends ConsentedItem>(config: WatchConsentsConfig<A>) => {
  const {
    noticeDays,
    store,
    key,
    process,
    clock,
    every = hour,
    ...roundOptions
  }: WatchConsentsConfig<A> = decodeOptions(copyCodec, config)
  const decoded = decodeOptions(consentOptions, { noticeDays, store, key, process, clock })
  if (store !== undefined && key === undefined) throw wrongOption('/key', 'a text that names the user, for store')
  return {
    rounds: { ...roundOptions, every },
    call: backgroundCall(roundOptions),
    clock: decoded.clock ?? systemClock,
    noticeDays: decoded.noticeDays ?? defaultNoticeDays,
    process,
    store,
    key: key ?? '',
  }
}

/** The last response for an item. If it lacks the date or the account types, these are from an earlier response. */
interface KnownItem<A> {
  readonly item: A
  readonly endsAt: ReturnType<typeof consentEnd>
  readonly session: ConsentSession
}

/** A stage of a consent that is due to be emitted. Without an end, it is the unreadable stage. */
interface DueStage {
  readonly stage: ConsentStage
  readonly endsAt: Date | undefined
}

const sessionOf = (
  { id, account_types: types }: ConsentedItem,
  earlier: ConsentSession | undefined,
): ConsentSession => {
  const session = consentSession(id, types)
  return session.accountTypes === undefined ? (earlier ?? session) : session
}

const isNotFound = (error: unknown): boolean => isServiceStatus(error, 404)

/**
 * Whether the next round may succeed in reading the item. A 401 may be temporary; if it lasts, the rounds fail with it.
 */
const mayBeTemporary = (error: unknown): boolean => isTransient(error) || isServiceStatus(error, 401)

/**
 * Watches the consents that the user has given to banks. Each ends after some months. Emits when a consent has a notice
 * due before its end, when it has ended, and when it was renewed.
 *
 * - `items`: `user.items` of a client whose items have `authentication_expires_at`, as with `bridge2025`.
 * - `config`: the options of `watchUpdated`, `noticeDays` and `store`. `every` is an hour by default; a consent is
 *   emitted late by at most that time. `timeout` and `headers` apply to the requests for single items too.
 *
 * Cold. Emits each {@link Consent} at the end of a round; the first round emits the consents that are ending or have
 * ended already, except consents that `store` has. Each notice is emitted once for a consent, and again for its
 * renewal; an end that moves with the clock is not a renewal. A day or a time without a zone is read as UTC. Before
 * each emission it reads the item again, so a renewed consent, or the consent of a deleted item, is not emitted. The
 * next round waits for these requests. Never completes. Transient errors are retried. With any other error, and with an
 * error of `store` or `process`, the stream errors. Without `store` each subscription starts again. Unsubscribing
 * aborts the request in flight and clears the timer.
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
 *   { clock, noticeDays: [30, 7, 1] },
 * ).subscribe((consent) => tags.push(consent._tag === 'ending' ? `ending in ${consent.noticeDays} days` : consent._tag))
 * assert.deepStrictEqual(tags, ['ending in 7 days'])
 */
export const watchConsents = <A extends ConsentedItem>(
  items: ConsentedItems<A>,
  config: WatchConsentsConfig<A> = {},
): Stream<Consent<A>> =>
  defer(() => {
    decodeOptions(argumentsCodec, { items })
    const { rounds, call, clock, noticeDays, process, store, key } = decodeConfig(config)
    const stored = storedStages({ store, key })
    const knownItems = new Map<number, KnownItem<A>>()
    const reported = new Map<number, Array<TimedStage>>()
    /** For each item, the number of consecutive rounds in which the service has not found it. */
    const missed = new Map<number, number>()

    /** One 404 may be a mistake, so the next round requests the item again. */
    const isDeleted = (id: number): boolean => (missed.get(id) ?? 0) > 1

    const remember = (item: A): KnownItem<A> => {
      const earlier = knownItems.get(item.id)
      const end = consentEnd(item)
      const endsAt = end instanceof Date ? end : (earlier?.endsAt ?? end)
      const merged = { item, endsAt, session: sessionOf(item, earlier?.session) }
      knownItems.set(item.id, merged)
      missed.delete(item.id)
      return merged
    }

    const reportedOf = (id: number): Observable<Array<TimedStage>> =>
      defer(() => {
        const loaded = reported.get(id)
        return loaded === undefined ? stored.load(id).pipe(map((stages) => [...stages])) : of(loaded)
      }).pipe(tap((stages) => reported.set(id, stages)))

    const dueStage = ({ endsAt }: KnownItem<A>, stages: ReportedStages, now: number): DueStage | undefined => {
      if (endsAt === undefined) return undefined
      if (endsAt === 'unreadable')
        return isUnreported(unreadableStage, now, now, stages)
          ? { stage: unreadableStage, endsAt: undefined }
          : undefined
      const stage = consentStage(endsAt.getTime(), now, noticeDays)
      return isUnreported(stage, endsAt.getTime(), now, stages) ? { stage, endsAt } : undefined
    }

    const report = (
      { item, session }: KnownItem<A>,
      { stage, endsAt }: DueStage,
      stages: Array<TimedStage>,
      now: number,
    ): Observable<Consent<A>> => {
      const consent: Consent<A> =
        endsAt === undefined ? { _tag: 'unreadable', item } : { ...consentChange(stage, session), item, endsAt }
      const reportedStage = [stage, endsAt?.getTime() ?? now, now] as const
      return concat(
        process === undefined ? EMPTY : fromAsyncResult('/process', () => process(consent)),
        defer(() => {
          stages.push(reportedStage)
          return of(consent)
        }),
        stored.save(item.id, stages),
      )
    }

    /**
     * Reads an item again whose consent has reached another stage, and reports the stage if the response confirms it.
     */
    const confirm = (id: number, stages: Array<TimedStage>, now: number): Observable<Consent<A>> =>
      items.get(id, call).pipe(
        catchError((error: unknown) => {
          // The reported stages stay stored, because the item may be found again.
          if (isNotFound(error)) missed.set(id, (missed.get(id) ?? 0) + 1)
          return isNotFound(error) || mayBeTemporary(error) ? EMPTY : throwError(() => error)
        }),
        concatMap((item) => {
          const read = remember(item)
          const due = dueStage(read, stages, now)
          return due === undefined ? EMPTY : report(read, due, stages, now)
        }),
      )

    /** The changes at the end of a round. */
    const changesAfter = ({ resources, isLast, isUserReplaced }: UpdatedBatch<A>): Observable<Consent<A>> => {
      if (isUserReplaced === true) {
        knownItems.clear()
        missed.clear()
        reported.clear()
      }
      for (const item of resources as ReadonlyArray<A>) remember(item)
      if (!isLast) return EMPTY
      const now = clock.wall()
      const watchedItems = Array.from(knownItems.values()).filter(
        ({ item, endsAt }) => endsAt !== undefined && !isDeleted(item.id),
      )
      return from(watchedItems).pipe(
        concatMap((watched) =>
          reportedOf(watched.item.id).pipe(
            concatMap((stages) =>
              dueStage(watched, stages, now) === undefined ? EMPTY : confirm(watched.item.id, stages, now),
            ),
          ),
        ),
      )
    }

    // The items are read within the `process` of a round, so that the next round begins after the responses.
    const consent$ = new Subject<Consent<A>>()
    const processRound = (batch: UpdatedBatch<A>): Observable<unknown> =>
      defer(() => changesAfter(batch)).pipe(tap((consent) => consent$.next(consent)))
    return merge(consent$, items.watchUpdated({ ...rounds, process: processRound }).pipe(ignoreElements()))
  })
