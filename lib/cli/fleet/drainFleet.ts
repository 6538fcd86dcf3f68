import {
  catchError,
  concatMap,
  defer,
  distinctUntilChanged,
  EMPTY,
  exhaustMap,
  filter,
  finalize,
  from,
  ignoreElements,
  map,
  Observable,
  switchMap,
  take,
  takeUntil,
  takeWhile,
  tap,
  throwError,
  timer,
} from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { systemClock } from '../../base/clock/systemClock.js'
import type { Engine, EngineStatus } from '../../mirror/fleet/Engine.js'
import { FleetError } from '../../mirror/fleet/FleetError.js'
import { CommandError, exitCodes } from '../CommandError.js'
import { interruption } from '../endSignals.js'
import { plural, printable } from '../formatText.js'
import { statusLine } from '../output/statusLine.js'
import type { Line } from '../styledLine.js'
import { databaseUrl } from './fleetSettings.js'
import { withDatabase } from './withDatabase.js'

/** The part of a pool of `pg` that runs statements. */
interface QueryablePool {
  readonly query: (query: {
    readonly text: string
    readonly query_timeout: number
  }) => PromiseLike<{ readonly rows: ReadonlyArray<unknown> }>
}

/** A connection of a pool of `pg`. */
interface Connection {
  readonly query: (text: string) => PromiseLike<unknown>
  readonly on: (event: 'error', listener: (error: Error) => void) => unknown
  readonly release: (destroy: boolean) => void
}

/** The two numbers of the advisory lock that a drain of a fleet holds. */
const lockKey = [1_920_492_142, 1] as const

/** Milliseconds between two checks for the lock. */
const checkInterval = 1000

/**
 * Asks the workers of `rxbank fleet up` to end, by an advisory lock of the database. Emits once when it has the lock, and
 * never completes; errors if the connection is lost. Unsubscribing closes the connection, which releases the lock.
 */
export const holdDrainLock = (connect: () => PromiseLike<Connection>): Observable<void> =>
  // Operators cannot express this: the connection has an error event, and must be destroyed even while it is opening.
  new Observable((subscriber) => {
    const fail = (error: unknown): void =>
      subscriber.error(new FleetError({ reason: 'unavailable', code: (error as NodeJS.ErrnoException).code }))
    const connecting = Promise.resolve(connect())
    const lock = async (): Promise<void> => {
      const connection = await connecting
      connection.on('error', fail)
      await connection.query(`SELECT pg_advisory_lock_shared(${lockKey.join()})`)
      subscriber.next()
    }
    lock().catch(fail)
    return () => {
      connecting.then(
        // Closing the connection, instead of returning it to the pool, releases the lock.
        (connection) => connection.release(true),
        () => undefined,
      )
    }
  })

/**
 * Emits once when the fleet is being drained, and completes. Checks every second, and ignores errors of the database. Every
 * role may take the lock, so it counts only if its session may act as the role of this connection.
 */
export const drainRequested = (pool: QueryablePool, clock: Clock = systemClock): Observable<void> => {
  const text = `SELECT 1 FROM pg_locks JOIN pg_stat_activity AS holder USING (pid)
    WHERE locktype = 'advisory' AND granted AND mode = 'ShareLock' AND pg_has_role(holder.usesysid, current_user, 'MEMBER')
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid = ${String(lockKey[0])} AND objid = ${String(lockKey[1])} AND objsubid = 2`
  // After this time without a response, `pg` closes the connection.
  const lockQuery = { text, query_timeout: 10_000 }
  return timer(0, checkInterval, clock.scheduler).pipe(
    exhaustMap(() => defer(() => from(pool.query(lockQuery))).pipe(catchError(() => EMPTY))),
    filter(({ rows }) => rows.length > 0),
    map(() => undefined),
    take(1),
  )
}

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
