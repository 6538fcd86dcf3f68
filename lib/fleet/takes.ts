import { concatMap, defer, ignoreElements, NEVER, type Observable, of, race, repeat, Subject, take } from 'rxjs'
import { delay } from '../clock/delay.js'
import type { Clock } from '../index.js'
import type { Lane } from './Engine.js'

/**
 * Milliseconds until a lane asks again: `fewer` after it got fewer rounds than it has free places, `all` otherwise.
 * Notifications tell workers of hurried rounds, so these wait for `fewer` only if a notification was lost.
 */
const pauses: Readonly<Record<Lane, { readonly fewer: number; readonly all: number }>> = {
  scheduled: { fewer: 1000, all: 50 },
  hurried: { fewer: 500, all: 10 },
}

/**
 * Times when a worker asks for rounds of a lane.
 *
 * - `room`: returns how many free places the lane has.
 */
export const createTakes = (clock: Clock, lane: Lane, room: () => number) => {
  const { fewer, all } = pauses[lane]
  const freed = new Subject<void>()
  const woken = new Subject<void>()
  let isStopped = false
  let isWoken = false

  const pause = (isAll: boolean): Observable<unknown> => {
    if (isAll) return delay(clock, all)
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
        return ask(most).pipe(concatMap((given) => pause(given === most)))
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
