import { catchError, concat, defer, from, ignoreElements, Observable } from 'rxjs'
import { MirrorError } from '../mirror/MirrorError.js'
import type { PoolClientLike, PoolLike } from './PoolLike.js'
import { postgresError } from './postgresError.js'

/** What each connection was given last. */
const work = new WeakMap<PoolClientLike, PromiseLike<unknown>>()

/** Begins work of one or more statements on a connection: emits its result. The work goes on after unsubscribing. */
export const begin = <A>(client: PoolClientLike, statements: () => PromiseLike<A>): Observable<A> =>
  defer(() => {
    const begun = statements()
    work.set(client, begun)
    return from(begun)
  })

/** Runs a statement: emits its result. The statement goes on after unsubscribing. */
export const query = (client: PoolClientLike, text: string, values?: ReadonlyArray<unknown>): Observable<unknown> =>
  begin(client, () => (values === undefined ? client.query(text) : client.query(text, [...values])))

/** Completes when the last work of a connection has ended: `pg` refuses a second statement meanwhile. */
const ended = (client: PoolClientLike): Observable<never> =>
  defer(() => from(work.get(client) ?? [])).pipe(
    catchError(() => []),
    ignoreElements(),
  )

/**
 * Runs a stream on a connection of the pool. At the end, and on unsubscribing, it waits for the work that runs, runs
 * `leave`, and then releases the connection. If the connection is lost, it errors with a `MirrorError`, and the pool drops
 * the connection.
 */
export const connected = <A>(
  pool: PoolLike,
  run: (client: PoolClientLike) => Observable<A>,
  leave: (client: PoolClientLike) => Observable<unknown>,
): Observable<A> =>
  new Observable<A>((subscriber) => {
    const use = (client: PoolClientLike) => {
      let lost: Error | undefined
      const lose = (error?: Error) => {
        lost ??= error ?? new Error('the connection has ended')
        subscriber.error(
          new MirrorError({ reason: 'unavailable', code: (error as { code?: unknown } | undefined)?.code }),
        )
      }
      client.on('error', lose)
      client.on('end', lose)
      const giveBack = (failed?: Error) => {
        client.off('error', lose)
        client.off('end', lose)
        work.delete(client)
        // A connection whose transaction may still be open must not be used again.
        client.release(lost ?? failed)
      }
      subscriber.add(() => {
        if (lost !== undefined) giveBack()
        else concat(ended(client), leave(client)).subscribe({ error: giveBack, complete: () => giveBack() })
      })
      subscriber.add(
        run(client).subscribe({
          next: (value) => subscriber.next(value),
          error: (error: unknown) => subscriber.error(error),
          complete: () => subscriber.complete(),
        }),
      )
    }
    let isWanted = true
    subscriber.add(() => (isWanted = false))
    defer(() => from(pool.connect())).subscribe({
      next: (client) => {
        if (isWanted) use(client)
        else client.release()
      },
      error: (error: unknown) => subscriber.error(postgresError(error)),
    })
  })
