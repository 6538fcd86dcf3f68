import { catchError, ignoreElements, merge, NEVER, type Observable, take, tap } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { delay } from '../../base/clock/delay.js'
import type { Engine, WorkerEvent } from './Engine.js'

/** A worker with this concurrency is paused: the engine gives it no rounds. */
const noRounds = { scheduled: 0, immediate: 0 }

/**
 * Pauses a worker, which stays registered at the engine: emits once after `ms` milliseconds, and completes. Calls
 * `report` with the events of the worker. If the engine fails, the pause continues without it.
 */
export const pauseWorker = (
  engine: Pick<Engine, 'work'>,
  name: string,
  clock: Clock,
  ms: number,
  report: (event: WorkerEvent) => void,
): Observable<unknown> =>
  merge(
    engine.work({ name, concurrency: noRounds, stop$: NEVER }).pipe(
      tap((event) => {
        if ('_tag' in event) report(event)
      }),
      ignoreElements(),
      catchError(() => NEVER),
    ),
    delay(clock, ms),
  ).pipe(take(1))
