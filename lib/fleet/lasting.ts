import { type Observable, retry, throwError } from 'rxjs'
import { delay } from '../clock/delay.js'
import { equalJitter } from '../http/backoff.js'
import type { Clock } from '../index.js'
import { MirrorError } from '../mirror/MirrorError.js'
import { FleetError } from './FleetError.js'

const bounds = { minDelay: 1000, maxDelay: 30_000 }

/** How long to wait after so many failures in a row, from 1, of what everything depends on. */
export const pauseAfter = (failures: number, random: () => number): number => equalJitter(bounds, failures - 1, random)

/** Whether a database failed in a way that passes. */
export const isPassing = (error: unknown): boolean =>
  (error instanceof FleetError || error instanceof MirrorError) && error.isTransient

/** Tries again until it succeeds, while a database fails in a way that passes; errors with any other error. */
export const lasting =
  (clock: Clock, random: () => number) =>
  <A>(source$: Observable<A>): Observable<A> =>
    source$.pipe(
      retry({
        delay: (error: unknown, failures) =>
          isPassing(error) ? delay(clock, pauseAfter(failures, random)) : throwError(() => error),
      }),
    )
