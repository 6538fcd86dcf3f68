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
import { storableValue } from '../core/rowText.js'
import type { PoolClientLike, PoolLike } from './PoolLike.js'
import { postgresError } from './postgresError.js'
import type { Limits } from './postgresLimits.js'

/** A connection that was taken from a pool. */
interface Session {
  /** The last work of the connection. */
  work: PromiseLike<unknown> | undefined
  /** The timer that runs until the server has answered. */
  silence: Subscription
  /** Errors when the connection was lost, or is silent. */
  readonly lost$: ReplaySubject<never>
  readonly limits: Limits
}

const sessions = new WeakMap<PoolClientLike, Session>()

const silent = (): MirrorError => new MirrorError({ reason: 'unavailable', code: 'NO_ANSWER' })

/**
 * Runs work of one or more statements on a connection: emits its result. The work goes on after unsubscribing. If the
 * database does not answer in time, the connection counts as lost.
 */
export const runWork = <A>(client: PoolClientLike, statements: () => PromiseLike<A>): Observable<A> =>
  defer(() => {
    const running = statements()
    const session = sessions.get(client)
    if (session !== undefined) {
      const { limits, lost$ } = session
      const silence = startTimer(limits.clock, limits.answerTimeout, () => lost$.error(silent()))
      session.work = running
      session.silence = silence
      const answered = () => silence.unsubscribe()
      running.then(answered, answered)
    }
    return from(running)
  })

/**
 * Runs a statement: emits its result. The statement goes on after unsubscribing. Characters of parameters that the database
 * cannot store are replaced here.
 */
export const query = (client: PoolClientLike, text: string, values?: ReadonlyArray<unknown>): Observable<unknown> =>
  runWork(client, () => (values === undefined ? client.query(text) : client.query(text, values.map(storableValue))))

/** Completes when the last work of a connection has ended, because `pg` refuses a second statement meanwhile. */
const workEnded = ({ work }: Session): Observable<never> =>
  defer(() => from(work ?? [])).pipe(
    catchError(() => []),
    ignoreElements(),
  )

/**
 * Runs a stream on a connection of the pool. At the end, and on unsubscribing, it waits for the running work, runs `leave`
 * with the error of the stream, if there is one, and then releases the connection.
 *
 * If the connection is lost, or the server does not answer in time, it errors with a `MirrorError`, and the pool drops the
 * connection. It also errors with one if the pool gives no connection in time.
 */
export const withConnection = <A>(
  pool: PoolLike,
  run: (client: PoolClientLike) => Observable<A>,
  leave: (client: PoolClientLike, failure: unknown) => Observable<unknown>,
  limits: Limits,
): Observable<A> =>
  new Observable<A>((subscriber) => {
    // Not operators, because the connection outlives the subscription: it is given back only when its last work has ended.
    const start = (client: PoolClientLike) => {
      const lost$ = new ReplaySubject<never>(1)
      let failure: unknown
      const session: Session = { work: undefined, silence: Subscription.EMPTY, lost$, limits }
      sessions.set(client, session)
      const lose = (error?: Error) =>
        lost$.error(new MirrorError({ reason: 'unavailable', code: (error as { code?: unknown } | undefined)?.code }))
      client.on('error', lose)
      client.on('end', lose)
      const giveBack = (failed?: Error) => {
        client.off('error', lose)
        client.off('end', lose)
        session.silence.unsubscribe()
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
          .subscribe({ error: giveBack, complete: () => giveBack() })
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
    const timer = startTimer(limits.clock, limits.connectTimeout, () =>
      subscriber.error(new MirrorError({ reason: 'unavailable', code: 'NO_CONNECTION' })),
    )
    subscriber.add(timer)
    defer(() => from(pool.connect())).subscribe({
      next: (client) => {
        timer.unsubscribe()
        if (subscriber.closed) client.release()
        else start(client)
      },
      error: (error: unknown) => subscriber.error(postgresError(error)),
    })
  })
