import {
  concatMap,
  defer,
  distinctUntilChanged,
  exhaustMap,
  finalize,
  ignoreElements,
  type Observable,
  switchMap,
  takeUntil,
  takeWhile,
  tap,
  throwError,
  timer,
} from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { systemClock } from '../../base/clock/systemClock.js'
import type { Engine, EngineStatus } from '../../mirror/fleet/Engine.js'
import { CommandError, exitCodes } from '../CommandError.js'
import { interruption } from '../endSignals.js'
import { plural, printable } from '../formatText.js'
import { statusLine } from '../output/statusLine.js'
import type { Line } from '../styledLine.js'
import { holdDrainLock } from './drainLock.js'
import { databaseUrl } from './fleetSettings.js'
import { withDatabase } from './withDatabase.js'

/** The options of `rxbank fleet drain`; `deadline` in milliseconds. */
export interface DrainOptions {
  readonly deadline: number
}

/** Milliseconds between two readings of the remaining workers. */
const readInterval = 500

/**
 * Emits the state of the fleet when the number of workers or rounds has changed. Completes when no worker is left;
 * errors at the deadline, with the names of the remaining workers.
 */
export const untilNoWorkerLeft = (
  engine: Pick<Engine, 'status'>,
  deadline: number,
  clock: Clock,
): Observable<EngineStatus> =>
  defer(() => {
    let last: EngineStatus | undefined
    const timeout$ = timer(deadline, clock.scheduler).pipe(
      concatMap(() => {
        const names = last === undefined ? 'some' : printable(last.workers.join(', '))
        const message = `not drained in time; workers that still run or have died: ${names}`
        return throwError(() => new CommandError(message, exitCodes.failed))
      }),
    )
    return timer(0, readInterval, clock.scheduler).pipe(
      exhaustMap(() => engine.status()),
      tap((status) => (last = status)),
      takeWhile(({ workers }) => workers.length > 0, true),
      distinctUntilChanged((a, b) => a.workers.length === b.workers.length && a.heldRounds === b.heldRounds),
      takeUntil(timeout$),
    )
  })

const progressLine = ({ workers, heldRounds }: EngineStatus): Line => [
  ['strong', plural(workers.length, 'worker')],
  ` with ${plural(heldRounds, 'round')} to end`,
]

/** Asks all workers of the fleet to end, each after its running rounds, and completes when no worker is left. */
export const drainFleet = ({ deadline }: DrainOptions): Observable<never> =>
  defer(() => {
    const { stdout, stderr } = process
    const status = statusLine(stderr)
    return withDatabase({ url: databaseUrl(process.env) }, ({ pool, engine }) =>
      engine.status().pipe(
        switchMap(() => holdDrainLock(() => pool.connect())),
        switchMap(() => untilNoWorkerLeft(engine, deadline, systemClock)),
        takeWhile(({ workers }) => workers.length > 0),
        tap((engineStatus) => status.show(progressLine(engineStatus))),
        tap({
          complete: () => {
            status.clear()
            stdout.write('drained: no worker is left\n')
          },
        }),
        takeUntil(interruption()),
        finalize(status.clear),
        ignoreElements(),
      ),
    )
  })
