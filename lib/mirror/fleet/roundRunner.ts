import { none } from 'fp-ts/lib/Option.js'
import {
  catchError,
  concat,
  concatMap,
  defer,
  EMPTY,
  from,
  ignoreElements,
  map,
  type Observable,
  of,
  reduce,
  take,
  takeUntil,
  throwError,
} from 'rxjs'
import { equalJitter } from '../../http/backoff.js'
import { TimeoutError } from '../../index.js'
import { FeedsFailed } from '../core/FeedsFailed.js'
import type { Pace } from './createPace.js'
import { type Streak, TooManyFailures } from './createStreak.js'
import type { DueRound, RoundEnd } from './Engine.js'
import { inTime } from './failIfSilent.js'
import type { FleetClient, FleetSettings } from './FleetConfig.js'
import type { FleetEventBody } from './FleetEvent.js'
import { judgeRound, type Verdict } from './judgeError.js'
import { retryTransient } from './retryTransient.js'
import {
  addToResult,
  emptyResult,
  errorOfAll,
  feedRetry,
  feedsToRead,
  type JudgedFeeds,
  judgeFeeds,
  type RoundResult,
} from './roundResult.js'

/** The wait after the first failed round of a user, unless the interval is shorter. */
const firstWait = 5000

/** How a round ends, and the events that report it. */
interface Outcome {
  readonly end: RoundEnd
  readonly events: ReadonlyArray<FleetEventBody>
}

type Again = Extract<RoundEnd, { readonly _tag: 'Again' }>

/** Creates the functions that run rounds and erase users. */
export const roundRunner = (settings: FleetSettings, pace: Pace) => {
  const { client, mirror, engine, clock, random, every, feeds, identity, forget, timeout, onInvalidRow } = settings
  const retried = retryTransient(clock, random)

  /** Erases a user who was removed from the engine. */
  const erase = (id: string): Observable<never> =>
    concat(
      mirror.erase(id),
      defer(() => forget?.(id) ?? EMPTY),
    ).pipe(ignoreElements())

  /** Gives the engine the user's id in webhooks if it has another one or none. If that fails, the next round tries again. */
  const identify = (
    user: ReturnType<FleetClient['user']>,
    { user: id, uuid }: DueRound,
    { userUuid }: RoundResult,
  ): Observable<never> => {
    const uuid$ =
      userUuid === undefined
        ? user.token$.pipe(
            take(1),
            map((token) => token.user.uuid),
          )
        : of(userUuid)
    const isKnown = userUuid === undefined ? uuid !== undefined : uuid === userUuid.toLowerCase()
    return isKnown
      ? EMPTY
      : uuid$.pipe(
          concatMap((named) => engine.identify(id, named)),
          catchError(() => EMPTY),
          ignoreElements(),
        )
  }

  const sync = (round: DueRound): Observable<RoundResult> =>
    defer(() => {
      const user = client.user(identity(round.user))
      const priority = round.lane === 'hurried' ? 'interactive' : 'background'
      const { hurried$: hurry$ } = round
      const read = feedsToRead(feeds, round)
      const isUsual = feeds === undefined && round.feedsAside.length === 0
      const batches$ = mirror.sync(user, {
        id: round.user,
        priority,
        hurry$,
        ...(!isUsual && { feeds: read }),
        ...(onInvalidRow && { onInvalidRow }),
      })
      return batches$.pipe(
        catchError((error: unknown) => (error instanceof FeedsFailed ? of(error) : throwError(() => error))),
        // #sabotage: silent-database
        inTime(clock, timeout, () => new TimeoutError({ operation: 'fleet.round', page: none, timeout })),
        reduce(addToResult, emptyResult),
        concatMap((result) => concat(identify(user, round, result), of(result))),
      )
    })

  /**
   * Runs a round, and emits the events that report it. If the round has failed and the streak is too long, errors with
   * `TooManyFailures` after the round was ended, unless the worker is stopping anyway.
   */
  const run = (round: DueRound, streak: Streak, stop$: Observable<unknown>): Observable<FleetEventBody> =>
    defer(() => {
      const { user, lane, lag, failures } = round
      const begun = clock.monotonic()
      streak.taken(begun)
      const interval = round.every ?? every
      const about = () => ({ user, lane, lag, took: clock.monotonic() - begun })

      const again = (next: number, wait: number, inARow: number, change: Partial<Again> = {}): RoundEnd => {
        pace.count()
        return { _tag: 'Again', wait, every: next, failures: inARow, ...change }
      }

      const retryWait = (least: number): number => {
        const bounds = { minDelay: Math.min(firstWait, every), maxDelay: pace.longest() }
        return Math.max(equalJitter(bounds, failures, random), least)
      }

      /**
       * Sets the user aside. If the service may mend the cause, so that all feeds of the user are set aside, and tried again
       * later; else until `retry`.
       */
      const setAside = (
        { reason, isOfService }: Extract<Verdict, { readonly _tag: 'Poison' }>,
        error: unknown,
      ): Outcome => {
        streak.setAside(user)
        const event = { _tag: 'UserSetAside' as const, ...about(), reason, error }
        if (!isOfService) {
          pace.count()
          return { end: { _tag: 'SetAside', reason }, events: [event] }
        }
        const aside = feedsToRead(feeds, { feedsAside: [] }).map((feed) => ({ feed, reason }))
        return {
          end: again(interval, feedRetry, failures + 1, { aside }),
          events: [{ ...event, wait: feedRetry }],
        }
      }

      const failed = (error: unknown): Outcome => {
        const verdict = judgeRound(error, failures)
        if (verdict._tag === 'Fatal') throw error
        if (verdict._tag === 'Fenced')
          return { end: again(interval, pace.wait(interval), failures), events: [{ _tag: 'RoundFenced', ...about() }] }
        streak.fail()
        // No round of the worker has succeeded since the user began to fail, so the service may fail for all users.
        const isOfAll = streak.isTooLong() || streak.failures() > failures
        if (verdict._tag === 'Poison' && !(verdict.isOfService ? isOfAll : streak.isTooLong()))
          return setAside(verdict, error)
        const wait = retryWait(verdict._tag === 'Failed' ? verdict.least : 0)
        return {
          end: again(interval, wait, failures + 1),
          events: [{ _tag: 'RoundFailed', ...about(), error, failures: failures + 1, wait }],
        }
      }

      /** Sets aside the feeds that failed for good, and readmits those that were read again. */
      const feedsOf = ({ failures: failedFeeds, isUserReplaced }: RoundResult, { poisoned }: JudgedFeeds) => {
        const read = feedsToRead(feeds, round).filter(
          (feed) => !failedFeeds.some((one) => one.feed === feed && one.isComparison !== true),
        )
        const readmitted = round.feedsAside
          .map(({ feed }) => feed)
          .filter((feed) => read.includes(feed) || (isUserReplaced && !poisoned.some((one) => one.feed === feed)))
        const aside = poisoned.map(({ feed, reason }) => ({ feed, reason }))
        const change: Partial<Again> = {
          ...(aside.length > 0 && { aside }),
          ...(readmitted.length > 0 && { readmitted }),
        }
        const events: ReadonlyArray<FleetEventBody> = [
          ...poisoned.map((one) => ({ _tag: 'FeedSetAside' as const, user, ...one })),
          ...readmitted.map((feed) => ({ _tag: 'FeedReadmitted' as const, user, feed })),
        ]
        return { change, events }
      }

      const ended = (result: RoundResult): Outcome => {
        const { changed, removed, rejected, userUuid, isUserReplaced } = result
        const judged = judgeFeeds(result.failures)
        const { passing, least } = judged
        const replaced: ReadonlyArray<FleetEventBody> =
          isUserReplaced && userUuid !== undefined ? [{ _tag: 'UserReplaced', user, uuid: userUuid }] : []
        const unread = result.failures.filter(({ isComparison }) => isComparison !== true)
        if (unread.length === feedsToRead(feeds, round).length) {
          // Nothing could be read: the cause is not one feed.
          const { end, events } = failed(errorOfAll(result.failures))
          return { end, events: [...replaced, ...events] }
        }
        streak.break(clock.monotonic())
        const { change, events } = feedsOf(result, judged)
        if (passing !== undefined) {
          const wait = retryWait(least)
          const event = { _tag: 'RoundFailed' as const, ...about(), error: passing, failures: failures + 1, wait }
          return { end: again(interval, wait, failures + 1, change), events: [...replaced, ...events, event] }
        }
        const hasNews = changed + removed > 0
        const next = lane === 'hurried' && !hasNews ? interval : pace.next(interval, hasNews)
        const wait = pace.wait(next)
        const event = { _tag: 'RoundEnded' as const, ...about(), changed, removed, rejected, wait }
        return { end: again(next, wait, 0, change), events: [...replaced, ...events, event] }
      }

      const leaving = (error: unknown): Observable<never> =>
        defer(() => (streak.isTooLong() ? throwError(() => new TooManyFailures(error)) : EMPTY)).pipe(takeUntil(stop$))

      /** If the worker no longer held the round, the user may have been removed while it ran. `hurry` tells whether. */
      const eraseIfRemoved$ = retried(
        engine.hurry({ id: user }).pipe(concatMap((isKnown) => (isKnown ? EMPTY : erase(user)))),
      )

      /** Lets the user wait for the round. */
      const postpone = (wait: number): Observable<never> =>
        retried(round.end({ _tag: 'Again', wait, every: interval, failures })).pipe(ignoreElements())

      /**
       * Rounds that became due while no round succeeded, or the engine was lost, would all begin at the same time now. So each
       * waits for a random time, no longer than it is overdue and no longer than its interval.
       */
      if (lane === 'scheduled' && begun - lag < streak.recoveredAt())
        return postpone(random() * Math.min(lag, interval))

      /** The users of a file are added at once, before any worker knows how many there are. So workers spread their rounds. */
      if (lane === 'scheduled' && round.every === undefined) return pace.first().pipe(concatMap(postpone))

      return sync(round).pipe(
        map(ended),
        catchError((error: unknown) => of(failed(error))),
        concatMap(({ end, events }) =>
          concat(
            retried(round.end(end)).pipe(
              concatMap((isHeld) =>
                isHeld
                  ? from(events)
                  : concat(of<FleetEventBody>({ _tag: 'RoundFenced', ...about() }), eraseIfRemoved$),
              ),
            ),
            from(events).pipe(concatMap((event) => (event._tag === 'RoundFailed' ? leaving(event.error) : EMPTY))),
          ),
        ),
      )
    })

  return { run, erase }
}
