import {
  catchError,
  concat,
  defer,
  from,
  ignoreElements,
  Observable,
  ReplaySubject,
  Subscription,
  takeUntil,
} from 'rxjs'
import { startTimer } from '../../base/clock/delay.js'
import { MirrorError } from '../core/MirrorError.js'
import { toStorableValue } from '../core/rowText.js'
import type { PoolClientLike, PoolLike } from './PoolLike.js'
import { postgresError } from './postgresError.js'
import type { Limits } from './postgresLimits.js'

/** The state of a connection that was taken from a pool. */
interface Session {
  /** The result of the last statements of the connection. */
  lastWork: PromiseLike<unknown> | undefined
  /** The timer that runs until the server has responded. */
  responseTimer: Subscription
  /** Errors when the connection was lost, or the server did not respond in time. */
  readonly lost$: ReplaySubject<never>
  readonly limits: Limits
}

const sessions = new WeakMap<PoolClientLike, Session>()

const noResponseError = (): MirrorError => new MirrorError({ reason: 'unavailable', code: 'NO_RESPONSE' })

/**
 * Runs one or more statements on a connection: emits their result. They continue after unsubscribing. If the database
 * does not respond in time, the connection counts as lost.
 */
export const runWork = <A>(client: PoolClientLike, statements: () => PromiseLike<A>): Observable<A> =>
  defer(() => {
    const running = statements()
    const session = sessions.get(client)
    if (session !== undefined) {
      const { limits, lost$ } = session
      const responseTimer = startTimer(limits.clock, limits.responseTimeout, () => lost$.error(noResponseError()))
      session.lastWork = running
      session.responseTimer = responseTimer
      const stopTimer = () => responseTimer.unsubscribe()
      running.then(stopTimer, stopTimer)
    }
    return from(running)
  })

/**
 * Runs a statement: emits its result. The statement continues after unsubscribing. Replaces characters of parameters
 * that the database cannot store.
 */
export const query = (client: PoolClientLike, text: string, values?: ReadonlyArray<unknown>): Observable<unknown> =>
  runWork(client, () => (values === undefined ? client.query(text) : client.query(text, values.map(toStorableValue))))

/** Completes when the last statements of a connection have finished: `pg` runs only one at a time. */
const workEnded = ({ lastWork }: Session): Observable<never> =>
  defer(() => from(lastWork ?? [])).pipe(
    catchError(() => []),
    ignoreElements(),
  )

/**
 * Runs a stream on a connection of the pool. When the stream completes or errors, and on unsubscribing, it waits for
 * running statements. Then it runs `leave` with the stream's error, if any, and releases the connection.
 *
 * If the connection is lost, or the server does not respond in time, it errors with a `MirrorError`, and the pool drops
 * the connection. It also errors with a `MirrorError` if the pool provides no connection in time.
 */
export const withConnection = <A>(
  pool: PoolLike,
  run: (client: PoolClientLike) => Observable<A>,
  leave: (client: PoolClientLike, failure: unknown) => Observable<unknown>,
  limits: Limits,
): Observable<A> =>
  new Observable<A>((subscriber) => {
    // Not built from operators, because the connection outlives the subscription: it is released once its last
    // statements have finished.
    const start = (client: PoolClientLike) => {
      const lost$ = new ReplaySubject<never>(1)
      let failure: unknown
      const session: Session = { lastWork: undefined, responseTimer: Subscription.EMPTY, lost$, limits }
      sessions.set(client, session)
      const reportLoss = (error?: Error) =>
        lost$.error(new MirrorError({ reason: 'unavailable', code: (error as { code?: unknown } | undefined)?.code }))
      client.on('error', reportLoss)
      client.on('end', reportLoss)
      const releaseConnection = (failed?: Error) => {
        client.off('error', reportLoss)
        client.off('end', reportLoss)
        session.responseTimer.unsubscribe()
        sessions.delete(client)
        // A connection whose transaction may still be open must not be used again.
        client.release(failed)
      }
      subscriber.add(() => {
        // If the connection is lost already, `lost$` errors at once, and nothing is sent.
        concat(
          workEnded(session),
          defer(() => leave(client, failure)),
        )
          .pipe(takeUntil(lost$))
          .subscribe({ error: releaseConnection, complete: () => releaseConnection() })
      })
      subscriber.add(
        run(client)
          .pipe(takeUntil(lost$))
          .subscribe({
            next: (value) => subscriber.next(value),
            error: (error: unknown) => {
              failure = error
              subscriber.error(error)
            },
            complete: () => subscriber.complete(),
          }),
      )
    }
    const connectTimer = startTimer(limits.clock, limits.connectTimeout, () =>
      subscriber.error(new MirrorError({ reason: 'unavailable', code: 'NO_CONNECTION' })),
    )
    subscriber.add(connectTimer)
    defer(() => from(pool.connect())).subscribe({
      next: (client) => {
        connectTimer.unsubscribe()
        if (subscriber.closed) client.release()
        else start(client)
      },
      error: (error: unknown) => subscriber.error(postgresError(error)),
    })
  })
