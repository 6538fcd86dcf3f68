import { none } from 'fp-ts/lib/Option.js'
import {
  catchError,
  concat,
  concatMap,
  defer,
  EMPTY,
  ignoreElements,
  map,
  type Observable,
  of,
  reduce,
  take,
  takeUntil,
  throwError,
} from 'rxjs'
import { equalJitter } from '../http/backoff.js'
import { TimeoutError } from '../index.js'
import type { MirrorBatch } from '../mirror/Mirror.js'
import type { Pace } from './createPace.js'
import { type Streak, TooManyFailures } from './createStreak.js'
import type { DueRound, RoundEnd } from './Engine.js'
import type { FleetClient, FleetSettings } from './FleetConfig.js'
import type { FleetEventBody } from './FleetEvent.js'
import { inTime } from './inTime.js'
import { judge } from './judge.js'
import { retryTransient } from './retryTransient.js'

/** The wait after the first failed round of a user, unless the interval is shorter. */
const firstWait = 5000

/** How a round ends, and the event that reports it. */
interface Outcome {
  readonly end: RoundEnd
  readonly event: FleetEventBody
}

interface Rows {
  readonly changed: number
  readonly removed: number
}

const countRows = (rows: Rows, { changed, removed }: MirrorBatch): Rows => ({
  changed: rows.changed + changed.length,
  removed: rows.removed + removed.length,
})

/** Creates the functions that run rounds and erase users. */
export const roundRunner = (settings: FleetSettings, pace: Pace) => {
  const { client, mirror, engine, clock, random, every, feeds, identity, forget, timeout } = settings
  const retried = retryTransient(clock, random)

  /** Erases a user who was removed from the engine. */
  const erase = (id: string): Observable<never> =>
    concat(
      mirror.erase(id),
      defer(() => forget?.(id) ?? EMPTY),
    ).pipe(ignoreElements())

  /** Gives the engine the user's id in webhooks if it is not known. If that fails, the next round tries it again. */
  const identify = (user: ReturnType<FleetClient['user']>, { user: id, uuid }: DueRound): Observable<never> =>
    uuid !== undefined
      ? EMPTY
      : user.token$.pipe(
          take(1),
          concatMap((token) => engine.identify(id, token.user.uuid)),
          catchError(() => EMPTY),
          ignoreElements(),
        )

  const sync = (round: DueRound): Observable<Rows> =>
    defer(() => {
      const user = client.user(identity(round.user))
      const priority = round.lane === 'hurried' ? 'interactive' : 'background'
      const { hurried$: hurry$ } = round
      const rows$ = mirror.sync(user, { id: round.user, priority, hurry$, ...(feeds && { feeds }) })
      return concat(rows$, identify(user, round)).pipe(
        inTime(clock, timeout, () => new TimeoutError({ operation: 'fleet.round', page: none, timeout })),
        reduce(countRows, { changed: 0, removed: 0 }),
      )
    })

  /**
   * Runs a round, and emits the event that reports it. If the round has failed and the streak is too long, errors with
   * `TooManyFailures` after the round was ended, unless the worker is stopping anyway.
   */
  const run = (round: DueRound, streak: Streak, stop$: Observable<unknown>): Observable<FleetEventBody> =>
    defer(() => {
      const { user, lane, lag, failures } = round
      const begun = clock.monotonic()
      streak.taken(begun)
      const interval = round.every ?? every
      const about = () => ({ user, lane, lag, took: clock.monotonic() - begun })

      const again = (next: number, wait: number, inARow: number): RoundEnd => {
        pace.count()
        return { _tag: 'Again', wait, every: next, failures: inARow }
      }

      const ended = ({ changed, removed }: Rows): Outcome => {
        streak.break(clock.monotonic())
        const hasNews = changed + removed > 0
        const next = lane === 'hurried' && !hasNews ? interval : pace.next(interval, hasNews)
        const wait = pace.wait(next)
        return { end: again(next, wait, 0), event: { _tag: 'RoundEnded', ...about(), changed, removed, wait } }
      }

      const failed = (error: unknown): Outcome => {
        const verdict = judge(error, failures)
        if (verdict._tag === 'Fatal') throw error
        if (verdict._tag === 'Fenced')
          return { end: again(interval, pace.wait(interval), failures), event: { _tag: 'RoundFenced', ...about() } }
        streak.fail()
        if (verdict._tag === 'Poison' && !streak.isTooLong()) {
          pace.count()
          streak.setAside(user)
          const { reason } = verdict
          return { end: { _tag: 'SetAside', reason }, event: { _tag: 'UserSetAside', ...about(), reason, error } }
        }
        const backoff = equalJitter(
          { minDelay: Math.min(firstWait, every), maxDelay: pace.longest() },
          failures,
          random,
        )
        const wait = Math.max(backoff, verdict._tag === 'Failed' ? verdict.least : 0)
        return {
          end: again(interval, wait, failures + 1),
          event: { _tag: 'RoundFailed', ...about(), error, failures: failures + 1, wait },
        }
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
        concatMap(({ end, event }) =>
          concat(
            retried(round.end(end)).pipe(
              concatMap((isHeld) =>
                isHeld ? of(event) : concat(of<FleetEventBody>({ _tag: 'RoundFenced', ...about() }), eraseIfRemoved$),
              ),
            ),
            event._tag === 'RoundFailed' ? leaving(event.error) : EMPTY,
          ),
        ),
      )
    })

  return { run, erase }
}
