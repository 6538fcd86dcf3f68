import { concatMap, defer, ignoreElements, NEVER, type Observable, of, race, repeat, Subject, take } from 'rxjs'
import { delay } from '../clock/delay.js'
import type { Clock } from '../index.js'
import type { Lane } from './Engine.js'

/**
 * Milliseconds until a lane asks again: after it was given fewer rounds than it has places for, and after all others.
 * Workers are told of hurried rounds, which wait for the first only where what was told is lost.
 */
const pauses: Readonly<Record<Lane, { readonly fewer: number; readonly all: number }>> = {
  scheduled: { fewer: 1000, all: 50 },
  hurried: { fewer: 500, all: 10 },
}

/**
 * When a lane of a worker asks for rounds.
 *
 * - `room`: for how many there are places.
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
    /** Asks again and again, where there is room: `ask` emits how many it was given. */
    run: (ask: (most: number) => Observable<number>): Observable<never> =>
      defer((): Observable<unknown> => {
        if (isStopped) return NEVER
        const most = room()
        if (most <= 0) return freed.pipe(take(1))
        isWoken = false
        return ask(most).pipe(concatMap((given) => pause(given === most)))
      }).pipe(ignoreElements(), repeat()),
    /** Tells that places are free. */
    free: (): void => {
      freed.next()
    },
    /** Tells that something is due. */
    wake: (): void => {
      isWoken = true
      woken.next()
    },
    stop: (): void => {
      isStopped = true
    },
  }
}
