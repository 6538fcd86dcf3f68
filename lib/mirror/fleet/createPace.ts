import {
  catchError,
  concat,
  defer,
  EMPTY,
  ignoreElements,
  merge,
  type Observable,
  of,
  repeat,
  ReplaySubject,
  share,
  tap,
} from 'rxjs'
import { delay } from '../../base/clock/delay.js'
import { jitteredInterval } from '../../http/backoff.js'
import type { FleetSettings } from './FleetConfig.js'

/** Milliseconds between two readings of the number of users. */
const readEvery = 60_000

/** After this number of rounds, the counts of rounds and requests are halved, so that recent rounds weigh more. */
const maxCountedRounds = 1000

/**
 * The period, in milliseconds, in which a worker gives only one new user a short first wait, of at most this length.
 */
const firstGap = 1000

/** The share of the quota for scheduled rounds. The rest is for immediate rounds and other requests. */
const quotaShare = 0.9

/** Computes how often users have rounds. Times are in milliseconds. */
export interface Pace {
  /**
   * The interval after a round: `every` if it found changes, otherwise twice the previous one, at most `maxInterval`.
   */
  readonly nextInterval: (before: number | undefined, hasChanges: boolean) => number
  /**
   * The time until the next round: the interval, longer if the quota demands it, with a random deviation of a tenth.
   */
  readonly waitAfter: (interval: number) => number
  /**
   * Emits the wait of a new user's first round, and completes. It is at most a second for the first new user within a
   * second, and a random part of the interval for others, because many users may be added at once.
   */
  readonly firstWait: () => Observable<number>
  /** The longest wait after failed rounds. */
  readonly maxWait: () => number
  /** Counts a round that has finished. */
  readonly countRound: () => void
  /** Counts requests and users while it is subscribed to. Emits nothing, never completes. */
  readonly counting$: Observable<never>
}

/** Creates the pace of a fleet. It counts the client's requests to find out how many a round needs. */
export const createPace = (settings: FleetSettings): Pace => {
  const { client, clock, engine, every, maxInterval, feeds, quota, random } = settings
  // The first estimate: a round needs one request for each feed, and one for a token.
  let countedRequests = 2 * (feeds.length + 1)
  let countedRounds = 2
  let users = 0
  /** When the first round of a new user was last scheduled at once, by the monotonic clock. */
  let lastFirstRoundAt = -Infinity

  const minInterval = (): number =>
    quota === undefined ? 0 : ((users * countedRequests) / countedRounds / (quotaShare * quota.requests)) * quota.per

  const readUsers$ = engine.status().pipe(
    tap((status) => (users = status.users - status.suspendedUsers)),
    // If the number cannot be read, the previous one remains in use.
    catchError(() => EMPTY),
  )

  /** Reads the number of users again, because many may have been added. Simultaneous subscribers share one read. */
  const readUsersOnce$ =
    quota === undefined
      ? EMPTY
      : readUsers$.pipe(
          ignoreElements(),
          share({ connector: () => new ReplaySubject(1), resetOnComplete: () => delay(clock, firstGap) }),
        )

  const randomPart = (max: number): number => Math.floor(random() * max)

  const randomWait$ = defer(() => of(randomPart(Math.max(every, minInterval()))))

  const readingUsers$ = readUsers$.pipe(repeat({ delay: () => delay(clock, readEvery) }))

  const countingRequests$ = client.events$?.pipe(
    tap(({ _tag }) => {
      if (_tag === 'Requested') countedRequests++
    }),
  )

  return {
    nextInterval: (before = every, hasChanges) =>
      hasChanges ? every : Math.min(maxInterval, Math.max(every, before) * 2),
    waitAfter: (interval) => jitteredInterval(Math.max(interval, minInterval()), random),
    firstWait: () =>
      defer(() => {
        const now = clock.monotonic()
        const isAlone = now - lastFirstRoundAt >= firstGap
        if (isAlone) lastFirstRoundAt = now
        return isAlone ? of(randomPart(Math.min(firstGap, every))) : concat(readUsersOnce$, randomWait$)
      }),
    maxWait: () => Math.max(maxInterval, minInterval()),
    countRound: () => {
      if (++countedRounds < maxCountedRounds) return
      countedRounds /= 2
      countedRequests /= 2
    },
    counting$: quota === undefined ? EMPTY : merge(readingUsers$, countingRequests$ ?? EMPTY).pipe(ignoreElements()),
  }
}
