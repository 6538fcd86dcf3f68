import { catchError, defer, EMPTY, exhaustMap, filter, from, map, Observable, take, timer } from 'rxjs'
import { FleetError } from '../../fleet/index.js'
import { type Clock, systemClock } from '../../index.js'

/** The part of a pool of `pg` that is asked here. */
export interface Asked {
  readonly query: (text: string) => PromiseLike<{ readonly rows: ReadonlyArray<unknown> }>
}

/** A connection that was taken from a pool of `pg`. */
export interface Connection extends Asked {
  readonly on: (event: 'error', listener: (error: Error) => void) => unknown
  readonly release: (destroy: boolean) => void
}

/** The two numbers of the advisory lock that is held while a fleet is drained. */
const key = [1_920_492_142, 1] as const

/** Milliseconds between two looks at whether the fleet is drained. */
const lookEvery = 1000

/**
 * Tells the workers of `rxbank fleet up` to end, for as long as it is subscribed to: it holds a lock of the database, which
 * goes with its connection. Emits once it is held, and does not complete; errors where the connection is lost.
 */
export const holdDrain = (connect: () => PromiseLike<Connection>): Observable<void> =>
  new Observable((subscriber) => {
    const fail = (error: unknown): void =>
      subscriber.error(new FleetError({ reason: 'unavailable', code: (error as NodeJS.ErrnoException).code }))
    const connecting = Promise.resolve(connect())
    const hold = async (): Promise<void> => {
      const connection = await connecting
      connection.on('error', fail)
      await connection.query(`SELECT pg_advisory_lock_shared(${key.join()})`)
      subscriber.next()
    }
    hold().catch(fail)
    return () => {
      connecting.then(
        // The connection is not used again, so the lock goes with it.
        (connection) => connection.release(true),
        () => undefined,
      )
    }
  })

/**
 * Emits once, when somebody drains the fleet, and completes. It looks each second; where the database cannot be asked, it
 * looks again.
 */
export const drainAsked = (pool: Asked, clock: Clock = systemClock): Observable<void> => {
  const look = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND mode = 'ShareLock'
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid = ${String(key[0])} AND objid = ${String(key[1])} AND objsubid = 2`
  return timer(0, lookEvery, clock.scheduler).pipe(
    exhaustMap(() => defer(() => from(pool.query(look))).pipe(catchError(() => EMPTY))),
    filter(({ rows }) => rows.length > 0),
    map(() => undefined),
    take(1),
  )
}
