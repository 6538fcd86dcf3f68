import { type Observable, retry, throwError } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { delay } from '../../base/clock/delay.js'
import { equalJitter } from '../../http/backoff.js'
import { MirrorError } from '../core/MirrorError.js'
import { FleetError } from './FleetError.js'

const bounds = { minDelay: 1000, maxDelay: 30_000 }

/** How many milliseconds to wait after a number of failures in a row, which is 1 or more. */
export const pauseAfter = (failures: number, random: () => number): number => equalJitter(bounds, failures - 1, random)

/** Whether an error is a transient one of a database. */
export const isTransientFailure = (error: unknown): boolean =>
  (error instanceof FleetError || error instanceof MirrorError) && error.isTransient

/** Retries without limit after transient errors of a database; passes on any other error. */
export const retryTransient =
  (clock: Clock, random: () => number) =>
  <A>(source$: Observable<A>): Observable<A> =>
    source$.pipe(
      retry({
        delay: (error: unknown, failures) =>
          isTransientFailure(error) ? delay(clock, pauseAfter(failures, random)) : throwError(() => error),
      }),
    )
