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
import type { FleetSettings } from './FleetConfig.js'

/** Milliseconds between two readings of the number of users. */
const readEvery = 60_000

/** After so many rounds the counts of rounds and requests are halved, so that recent rounds weigh more. */
const maxCounted = 1000

/** If several users are new to a worker within this many milliseconds, only the first has a round within that time. */
const firstGap = 1000

/** The part of a quota that intervals are computed from. The rest is left for hurried rounds and for other requests. */
const plannedShare = 0.9

/** Computes how often users have rounds. Times are in milliseconds. */
export interface Pace {
  /** The interval after a round: `every` if it found changes, otherwise twice the interval before, at most `maxInterval`. */
  readonly next: (before: number | undefined, hasNews: boolean) => number
  /** The time until the next round: the interval, longer if the quota demands it, with a random deviation of a tenth. */
  readonly wait: (interval: number) => number
  /**
   * Emits the time until the first round of a new user, and completes. It is at most a second for the only new user of the
   * worker within a second; for others it is a random part of the interval, because many users may be added at once.
   */
  readonly first: () => Observable<number>
  /** The longest wait after failed rounds. */
  readonly maxWait: () => number
  /** Counts a round that has ended. */
  readonly count: () => void
  /** Counts requests and users while it is subscribed to. Emits nothing, never completes. */
  readonly counting$: Observable<never>
}

/** Creates the pace of a fleet. It counts the client's requests to find out how many a round needs. */
export const createPace = (settings: FleetSettings): Pace => {
  const { client, clock, engine, every, maxInterval, feeds, quota, random } = settings
  // The first estimate: a round needs one request for each feed, and one for a token.
  let requests = 2 * (feeds.length + 1)
  let rounds = 2
  let users = 0
  /** When a new user last had the first round soon, by the monotonic clock. */
  let firstAt = -Infinity

  const allowed = (): number =>
    quota === undefined ? 0 : ((users * requests) / rounds / (plannedShare * quota.requests)) * quota.per

  const readUsers$ = engine.status().pipe(
    tap((status) => (users = status.users - status.usersSetAside)),
    // If the number cannot be read, the one before remains in use.
    catchError(() => EMPTY),
  )

  /** Reads the number of users, which may just have become a large one; at most once for those that are added together. */
  const readNow$ =
    quota === undefined
      ? EMPTY
      : readUsers$.pipe(
          ignoreElements(),
          share({ connector: () => new ReplaySubject(1), resetOnComplete: () => delay(clock, firstGap) }),
        )

  const part = (whole: number): number => Math.floor(random() * whole)

  const spread$ = defer(() => of(part(Math.max(every, allowed()))))

  const readingUsers$ = readUsers$.pipe(repeat({ delay: () => delay(clock, readEvery) }))

  const countingRequests$ = client.events$?.pipe(
    tap(({ _tag }) => {
      if (_tag === 'Requested') requests++
    }),
  )

  return {
    next: (before = every, hasNews) => (hasNews ? every : Math.min(maxInterval, Math.max(every, before) * 2)),
    wait: (interval) => Math.max(interval, allowed()) * (0.9 + 0.2 * random()),
    first: () =>
      defer(() => {
        const now = clock.monotonic()
        const isAlone = now - firstAt >= firstGap
        if (isAlone) firstAt = now
        return isAlone ? of(part(Math.min(firstGap, every))) : concat(readNow$, spread$)
      }),
    maxWait: () => Math.max(maxInterval, allowed()),
    count: () => {
      if (++rounds < maxCounted) return
      rounds /= 2
      requests /= 2
    },
    counting$: quota === undefined ? EMPTY : merge(readingUsers$, countingRequests$ ?? EMPTY).pipe(ignoreElements()),
  }
}
