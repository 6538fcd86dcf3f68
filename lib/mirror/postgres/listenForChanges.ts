import {
  catchError,
  concat,
  concatMap,
  defer,
  filter,
  fromEventPattern,
  ignoreElements,
  map,
  merge,
  type Observable,
  repeat,
  ReplaySubject,
  retry,
  share,
  tap,
  throwError,
} from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { delay } from '../../base/clock/delay.js'
import type { Wake } from '../core/Store.js'
import type { PoolClientLike, PoolLike, PostgresNotification } from './PoolLike.js'
import { postgresError } from './postgresError.js'
import type { Limits } from './postgresLimits.js'
import { query, withConnection } from './withConnection.js'

/** The notifications that a connection receives while this is subscribed to. */
export const notifications = (client: PoolClientLike): Observable<PostgresNotification> =>
  fromEventPattern<PostgresNotification>(
    (listener) => client.on('notification', listener),
    (listener) => client.off('notification', listener),
  )

/** How often the connection is checked, in milliseconds. */
const checkEvery = 30_000

/**
 * Sends a statement regularly, because a connection that only listens would not notice that it is lost. Emits nothing.
 */
const keepChecking = (client: PoolClientLike, clock: Clock): Observable<never> =>
  delay(clock, checkEvery).pipe(
    concatMap(() => query(client, 'SELECT 1')),
    ignoreElements(),
    repeat(),
  )

/** The milliseconds between the loss of a connection and the attempt to get another one. */
const reconnectDelay = 1000

/**
 * Emits when a channel is notified. Any role of the database can send notifications, so their content is ignored.
 * Shared: a late subscriber gets the last value. After a lost connection it listens again; if the first connection
 * fails, it errors.
 */
export const listenForChanges = (
  pool: PoolLike,
  { changes, decisions }: { readonly changes: string; readonly decisions: string },
  limits: Limits,
): Observable<Wake> =>
  defer(() => {
    const { clock } = limits
    let hasListened = false
    const start = (client: PoolClientLike): Observable<Wake> =>
      query(client, `LISTEN ${changes}; LISTEN ${decisions}`).pipe(
        catchError((error: unknown) => throwError(() => postgresError(error))),
        tap(() => (hasListened = true)),
        map((): Wake => 'connection'),
      )
    const received = (client: PoolClientLike): Observable<Wake> =>
      notifications(client).pipe(
        // The application may listen to other channels on the same connection.
        filter(({ channel }) => channel === changes || channel === decisions),
        map(({ channel }): Wake => (channel === changes ? 'change' : 'decision')),
      )
    return withConnection(
      pool,
      (client) => merge(received(client), concat(start(client), keepChecking(client, clock))),
      (client) => query(client, `UNLISTEN ${changes}; UNLISTEN ${decisions}`),
      limits,
    ).pipe(retry({ delay: (error: unknown) => (hasListened ? delay(clock, reconnectDelay) : throwError(() => error)) }))
  }).pipe(share({ connector: () => new ReplaySubject(1) }))
