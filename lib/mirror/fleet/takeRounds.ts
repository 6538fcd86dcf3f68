import { concatMap, defer, ignoreElements, NEVER, type Observable, of, race, repeat, Subject, take } from 'rxjs'
import { delay } from '../../base/clock/delay.js'
import type { Clock } from '../../index.js'
import type { Lane } from './Engine.js'

interface Pauses {
  /** Milliseconds until a lane asks again after it got as many rounds as it has free places. */
  readonly all: number
  /** The longest and the shortest pause after it got fewer. */
  readonly longest: number
  readonly shortest: number
}

/** Notifications tell workers of hurried rounds, so these wait for a pause only if a notification was lost. */
const pauses: Readonly<Record<Lane, Pauses>> = {
  scheduled: { all: 50, longest: 1000, shortest: 100 },
  hurried: { all: 10, longest: 500, shortest: 500 },
}

/**
 * How many rounds a worker should get at once. Fewer cost the database more for each round. More keep the process busy for
 * longer, and a hurried round that comes meanwhile has to wait: a round takes about two milliseconds of its CPU.
 */
const wanted = 20

/**
 * Times when a worker asks for rounds of a lane.
 *
 * - `room`: returns how many free places the lane has.
 */
export const createTakes = (clock: Clock, lane: Lane, room: () => number) => {
  const { all, longest, shortest } = pauses[lane]
  const freed = new Subject<void>()
  const woken = new Subject<void>()
  let isStopped = false
  let isWoken = false
  let askedAt = -Infinity

  /** The pause after a take, `passed` milliseconds after the one before. */
  const pause = (given: number, most: number, passed: number): Observable<unknown> => {
    if (given === most) return delay(clock, all)
    const fewer = Math.min(Math.max((passed * wanted) / Math.max(given, 1), shortest), longest)
    return isWoken ? of(true) : race(delay(clock, fewer), woken).pipe(take(1))
  }

  return {
    /** Calls `ask` again and again while there are free places. `ask` emits how many rounds it got. */
    run: (ask: (most: number) => Observable<number>): Observable<never> =>
      defer((): Observable<unknown> => {
        if (isStopped) return NEVER
        const most = room()
        if (most <= 0) return freed.pipe(take(1))
        isWoken = false
        const now = clock.monotonic()
        const passed = now - askedAt
        askedAt = now
        return ask(most).pipe(concatMap((given) => pause(given, most, passed)))
      }).pipe(ignoreElements(), repeat()),
    /** Reports that places have become free. */
    free: (): void => {
      freed.next()
    },
    /** Reports that a round is due. */
    wake: (): void => {
      isWoken = true
      woken.next()
    },
    stop: (): void => {
      isStopped = true
    },
  }
}
