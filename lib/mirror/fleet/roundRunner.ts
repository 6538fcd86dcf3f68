import { none } from 'fp-ts/lib/Option.js'
import {
  catchError,
  concat,
  concatMap,
  connect,
  defer,
  EMPTY,
  endWith,
  from,
  ignoreElements,
  map,
  merge,
  type MonoTypeOperatorFunction,
  type Observable,
  of,
  reduce,
  startWith,
  switchMap,
  take,
  takeUntil,
  tap,
  throwError,
} from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { delay } from '../../base/clock/delay.js'
import { TimeoutError } from '../../base/error/TimeoutError.js'
import { ignoreTeardownErrors } from '../../base/platform/ignoreTeardownErrors.js'
import type { Feed } from '../core/Feed.js'
import { FeedsFailed } from '../rounds/FeedsFailed.js'
import type { Pace } from './createPace.js'
import { type Streak, TooManyFailures } from './createStreak.js'
import type { DueRound } from './Engine.js'
import type { FleetClient, FleetSettings } from './FleetConfig.js'
import type { FleetEventBody } from './FleetEvent.js'
import { retryTransient } from './retryTransient.js'
import { type RoundOutcome, roundOutcomes } from './roundOutcome.js'
import { addToResult, emptyResult, feedsToRead, type RoundResult } from './roundResult.js'

/**
 * Errors with the result of `error`, and unsubscribes, if the source neither emits nor completes for `ms` milliseconds.
 */
export const failIfSilent = <A>(clock: Clock, ms: number, error: () => Error): MonoTypeOperatorFunction<A> =>
  connect((shared$) => {
    const silence$ = shared$.pipe(
      startWith(undefined),
      switchMap(() => delay(clock, ms)),
      map(() => {
        throw error()
      }),
      takeUntil(shared$.pipe(ignoreElements(), endWith(undefined))),
    )
    return merge(silence$, shared$)
  })

/** Creates the functions that run rounds and erase users. */
export const roundRunner = (settings: FleetSettings, pace: Pace) => {
  const { client, mirror, engine, clock, random, every, feeds, identity, eraseUser, timeout, onInvalidRow } = settings
  const retryUntilReached = retryTransient(clock, random)
  const outcomeOf = roundOutcomes(settings, pace)

  /** Erases a user who was removed from the engine. */
  const erase = (id: string): Observable<never> =>
    concat(mirror.erase(id), defer(() => eraseUser?.(id) ?? EMPTY).pipe(ignoreTeardownErrors)).pipe(ignoreElements())

  /**
   * Stores the user's id in webhooks in the engine, unless the engine has it already. If that fails, the next round
   * retries.
   */
  const storeUuid = (
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
          concatMap((knownUuid) => engine.setUuid(id, knownUuid)),
          catchError(() => EMPTY),
          ignoreElements(),
        )
  }

  const sync = (round: DueRound, requestedFeeds: ReadonlyArray<Feed>): Observable<RoundResult> =>
    defer(() => {
      const user = client.user(identity(round.user))
      const batches$ = mirror.sync(user, {
        id: round.user,
        feeds: requestedFeeds,
        priority: round.lane === 'immediate' ? 'interactive' : 'background',
        runNow$: round.runNow$,
        ...(onInvalidRow && { onInvalidRow }),
      })
      return batches$.pipe(
        catchError((error: unknown) => (error instanceof FeedsFailed ? of(error) : throwError(() => error))),
        // #sabotage: silent-database
        failIfSilent(clock, timeout, () => new TimeoutError({ operation: 'fleet.round', page: none, timeout })),
        reduce(addToResult, emptyResult),
        concatMap((result) => concat(storeUuid(user, round, result), of(result))),
      )
    })

  /** Ends a round without running it, and schedules the next one after `wait` milliseconds. */
  const postpone = (round: DueRound, wait: number): Observable<never> =>
    retryUntilReached(
      round.end({ _tag: 'Again', wait, every: round.every ?? every, failures: round.failures, isPostponed: true }),
    ).pipe(ignoreElements())

  /** Erases a user who was removed during a round. `runNow` emits `false` for a removed user. */
  const eraseIfRemoved = (user: string): Observable<never> =>
    retryUntilReached(engine.runNow({ id: user }).pipe(concatMap((isKnown) => (isKnown ? EMPTY : erase(user)))))

  /**
   * Runs a round, and emits its events. If the round failed and the streak is too long, ends the round and then errors
   * with `TooManyFailures`, unless the worker is stopping.
   */
  const run = (round: DueRound, streak: Streak, stop$: Observable<unknown>): Observable<FleetEventBody> =>
    defer(() => {
      const { user, lane, lag } = round
      const startedAt = clock.monotonic()
      streak.recordRound(startedAt)

      // Rounds that became due while all rounds failed, or while the engine was lost, would all start now. So each one
      // waits for a random time, up to its lag or its interval, whichever is shorter.
      if (lane === 'scheduled' && startedAt - lag < streak.recoveredAt())
        return postpone(round, random() * Math.min(lag, round.every ?? every))

      // Many users may be added at once, before a worker knows their number. So workers spread their first rounds.
      if (lane === 'scheduled' && round.every === undefined)
        return pace.firstWait().pipe(concatMap((wait) => postpone(round, wait)))

      const requestedFeeds = feedsToRead(feeds, round)
      const { outcomeOfResult, outcomeOfError } = outcomeOf({ round, requestedFeeds, startedAt }, streak)

      const endRound = ({ end, events }: RoundOutcome): Observable<FleetEventBody> =>
        retryUntilReached(round.end(end)).pipe(
          concatMap((isHeld) => {
            if (isHeld) return from(events)
            const superseded: FleetEventBody = {
              _tag: 'RoundSuperseded',
              user,
              lane,
              lag,
              duration: clock.monotonic() - startedAt,
            }
            return concat(of(superseded), eraseIfRemoved(user))
          }),
        )

      const failIfTooMany = ({ events }: RoundOutcome): Observable<never> =>
        from(events).pipe(
          concatMap((event) =>
            event._tag === 'RoundFailed' && streak.isTooLong()
              ? throwError(() => new TooManyFailures(event.error))
              : EMPTY,
          ),
          takeUntil(stop$),
        )

      return sync(round, requestedFeeds).pipe(
        map(outcomeOfResult),
        catchError((error: unknown) => of(outcomeOfError(error))),
        tap(pace.countRound),
        concatMap((outcome) => concat(endRound(outcome), failIfTooMany(outcome))),
      )
    })

  return { run, erase }
}
