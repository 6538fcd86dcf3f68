import { catchError, defer, EMPTY, exhaustMap, filter, from, map, Observable, take, timer } from 'rxjs'
import { FleetError } from '../../fleet.js'
import { type Clock, systemClock } from '../../index.js'

/** The part of a pool of `pg` that runs statements. */
export interface Asked {
  readonly query: (query: {
    readonly text: string
    readonly query_timeout: number
  }) => PromiseLike<{ readonly rows: ReadonlyArray<unknown> }>
}

/** A connection that was taken from a pool of `pg`. */
export interface Connection {
  readonly query: (text: string) => PromiseLike<unknown>
  readonly on: (event: 'error', listener: (error: Error) => void) => unknown
  readonly release: (destroy: boolean) => void
}

/** The two numbers of the advisory lock that is held while a fleet is drained. */
const key = [1_920_492_142, 1] as const

/** Milliseconds between two checks whether the fleet is drained. */
const lookEvery = 1000

/**
 * Tells the workers of `rxbank fleet up` to end, for as long as it is subscribed to. For that it holds an advisory lock of
 * the database, which PostgreSQL releases when the connection ends. Emits once when it has the lock, and never completes;
 * errors if the connection is lost.
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
        // The connection is closed, not given back to the pool, which releases the lock.
        (connection) => connection.release(true),
        () => undefined,
      )
    }
  })

/**
 * Emits once when the fleet is being drained, and completes. It checks every second, and ignores errors of the database.
 */
export const drainAsked = (pool: Asked, clock: Clock = systemClock): Observable<void> => {
  const text = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND mode = 'ShareLock'
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid = ${String(key[0])} AND objid = ${String(key[1])} AND objsubid = 2`
  // `pg` closes a connection that has not answered by then.
  const look = { text, query_timeout: 10_000 }
  return timer(0, lookEvery, clock.scheduler).pipe(
    exhaustMap(() => defer(() => from(pool.query(look))).pipe(catchError(() => EMPTY))),
    filter(({ rows }) => rows.length > 0),
    map(() => undefined),
    take(1),
  )
}
