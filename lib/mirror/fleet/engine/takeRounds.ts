import {
  concat,
  concatMap,
  connect,
  defer,
  filter,
  from,
  ignoreElements,
  type Observable,
  race,
  repeat,
  ReplaySubject,
  take,
} from 'rxjs'
import type { Clock } from '../../../base/clock/Clock.js'
import { delay } from '../../../base/clock/delay.js'
import type { Lane } from '../Engine.js'

interface Pauses {
  /** The milliseconds until the next take, after one that has filled all free slots. */
  readonly pauseWhenFull: number
  /** The longest and the shortest pause after a take that has left slots free, in milliseconds. */
  readonly maxPause: number
  readonly minPause: number
}

/** An immediate round waits for a pause only if its notification was lost. */
const pauses: Readonly<Record<Lane, Pauses>> = {
  scheduled: { pauseWhenFull: 50, maxPause: 1000, minPause: 100 },
  immediate: { pauseWhenFull: 10, maxPause: 500, minPause: 500 },
}

/**
 * The number of rounds that a worker aims to take at once. With fewer, each round costs the database more. With more,
 * an immediate round waits longer for the process, because each round takes about two milliseconds of CPU time.
 */
const roundsPerTake = 20

/** How a worker takes the rounds of a lane. */
export interface TakeConfig<A> {
  readonly clock: Clock
  readonly lane: Lane
  /** Emits how many more rounds the lane may hold, at once and after each change. */
  readonly freeSlots$: Observable<number>
  /** Emits when rounds of the lane have become due. */
  readonly due$: Observable<unknown>
  /** Takes at most `max` rounds: emits them once, and completes. */
  readonly take: (max: number) => Observable<ReadonlyArray<A>>
}

/**
 * Takes rounds again and again while slots are free, and emits them. After each take it pauses: the more rounds were
 * due, the shorter the pause. If fewer rounds were due than slots are free, `due$` ends the pause. Never completes.
 */
export const takeRounds = <A>({ clock, lane, freeSlots$, due$, take: takeUpTo }: TakeConfig<A>): Observable<A> =>
  defer(() => {
    const { pauseWhenFull, maxPause, minPause } = pauses[lane]
    let takenAt = -Infinity

    const takeAndPause = (max: number, becameDue$: Observable<unknown>): Observable<A> => {
      const elapsed = clock.monotonic() - takenAt
      takenAt = clock.monotonic()
      const pauseAfter = (count: number): Observable<unknown> => {
        if (count === max) return delay(clock, pauseWhenFull)
        const pause = Math.min(Math.max((elapsed * roundsPerTake) / Math.max(count, 1), minPause), maxPause)
        return race(delay(clock, pause), becameDue$).pipe(take(1))
      }
      return takeUpTo(max).pipe(
        concatMap((rounds) => concat(from(rounds), pauseAfter(rounds.length).pipe(ignoreElements()))),
      )
    }

    return freeSlots$.pipe(
      filter((slots) => slots > 0),
      take(1),
      // Rounds that become due while the database responds must end the next pause, so `due$` is replayed.
      concatMap((slots) =>
        due$.pipe(connect((becameDue$) => takeAndPause(slots, becameDue$), { connector: () => new ReplaySubject(1) })),
      ),
      repeat(),
    )
  })
