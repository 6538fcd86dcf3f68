import { catchError, ignoreElements, merge, NEVER, type Observable, take, tap } from 'rxjs'
import { delay } from '../../base/clock/delay.js'
import type { Clock } from '../../index.js'
import type { Engine, WorkerEvent } from './Engine.js'

/** A paused worker has no places, so the engine gives it no rounds. */
const none = { scheduled: 0, hurried: 0 }

/**
 * Keeps a worker among those of the engine while it pauses: emits once after `ms` milliseconds and completes. `tell` is
 * called with what the worker has done in place of others. If the engine fails, the pause goes on without it.
 */
export const pauseWorker = (
  engine: Pick<Engine, 'work'>,
  clock: Clock,
  ms: number,
  tell: (event: WorkerEvent) => void,
): Observable<unknown> =>
  merge(
    engine.work({ places: none, stop$: NEVER }).pipe(
      tap((told) => {
        if ('_tag' in told) tell(told)
      }),
      ignoreElements(),
      catchError(() => NEVER),
    ),
    delay(clock, ms),
  ).pipe(take(1))
