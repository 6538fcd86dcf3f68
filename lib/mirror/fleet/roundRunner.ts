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
  tap,
  throwError,
} from 'rxjs'
import { TimeoutError } from '../../index.js'
import type { Feed } from '../core/Feed.js'
import { FeedsFailed } from '../core/FeedsFailed.js'
import type { Pace } from './createPace.js'
import { type Streak, TooManyFailures } from './createStreak.js'
import type { DueRound } from './Engine.js'
import { failIfSilent } from './failIfSilent.js'
import type { FleetClient, FleetSettings } from './FleetConfig.js'
import type { FleetEventBody } from './FleetEvent.js'
import { retryTransient } from './retryTransient.js'
import { type RoundOutcome, roundOutcomes } from './roundOutcome.js'
import { addToResult, emptyResult, feedsToRead, type RoundResult } from './roundResult.js'

/** Creates the functions that run rounds and erase users. */
export const roundRunner = (settings: FleetSettings, pace: Pace) => {
  const { client, mirror, engine, clock, random, every, feeds, identity, eraseUser, timeout, onInvalidRow } = settings
  const retried = retryTransient(clock, random)
  const outcomeOf = roundOutcomes(settings, pace)

  /** Erases a user who was removed from the engine. */
  const erase = (id: string): Observable<never> =>
    concat(
      mirror.erase(id),
      defer(() => eraseUser?.(id) ?? EMPTY),
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
          concatMap((found) => engine.setUuid(id, found)),
          catchError(() => EMPTY),
          ignoreElements(),
        )
  }

  const sync = (round: DueRound, read: ReadonlyArray<Feed>): Observable<RoundResult> =>
    defer(() => {
      const user = client.user(identity(round.user))
      const batches$ = mirror.sync(user, {
        id: round.user,
        feeds: read,
        priority: round.lane === 'hurried' ? 'interactive' : 'background',
        hurry$: round.hurried$,
        ...(onInvalidRow && { onInvalidRow }),
      })
      return batches$.pipe(
        catchError((error: unknown) => (error instanceof FeedsFailed ? of(error) : throwError(() => error))),
        // #sabotage: silent-database
        failIfSilent(clock, timeout, () => new TimeoutError({ operation: 'fleet.round', page: none, timeout })),
        reduce(addToResult, emptyResult),
        concatMap((result) => concat(identify(user, round, result), of(result))),
      )
    })

  /** Ends a round without running it, so that the user waits for the next one. */
  const postpone = (round: DueRound, wait: number): Observable<never> =>
    retried(round.end({ _tag: 'Again', wait, every: round.every ?? every, failures: round.failures })).pipe(
      ignoreElements(),
    )

  /** Erases a user who was removed while a round ran that the worker no longer holds. `hurry` tells whether it is so. */
  const eraseIfRemoved = (user: string): Observable<never> =>
    retried(engine.hurry({ id: user }).pipe(concatMap((isKnown) => (isKnown ? EMPTY : erase(user)))))

  /**
   * Runs a round, and emits the events that report it. If the round has failed and the streak is too long, errors with
   * `TooManyFailures` after the round was ended, unless the worker is stopping anyway.
   */
  const run = (round: DueRound, streak: Streak, stop$: Observable<unknown>): Observable<FleetEventBody> =>
    defer(() => {
      const { user, lane, lag } = round
      const begunAt = clock.monotonic()
      streak.takeRound(begunAt)

      // Rounds that became due while no round succeeded, or the engine was lost, would all begin at the same time now. So
      // each waits for a random time, no longer than it is overdue and no longer than its interval.
      if (lane === 'scheduled' && begunAt - lag < streak.recoveredAt())
        return postpone(round, random() * Math.min(lag, round.every ?? every))

      // The users of a file are added at once, before any worker knows how many there are. So workers spread their rounds.
      if (lane === 'scheduled' && round.every === undefined)
        return pace.first().pipe(concatMap((wait) => postpone(round, wait)))

      const read = feedsToRead(feeds, round)
      const { ofResult, ofError } = outcomeOf({ round, read, begunAt }, streak)

      const endRound = ({ end, events }: RoundOutcome): Observable<FleetEventBody> =>
        retried(round.end(end)).pipe(
          concatMap((isHeld) => {
            if (isHeld) return from(events)
            const fenced: FleetEventBody = { _tag: 'RoundFenced', user, lane, lag, took: clock.monotonic() - begunAt }
            return concat(of(fenced), eraseIfRemoved(user))
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

      return sync(round, read).pipe(
        map(ofResult),
        catchError((error: unknown) => of(ofError(error))),
        tap(pace.count),
        concatMap((outcome) => concat(endRound(outcome), failIfTooMany(outcome))),
      )
    })

  return { run, erase }
}
