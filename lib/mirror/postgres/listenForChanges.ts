import { isRight } from 'fp-ts/lib/Either.js'
import {
  catchError,
  concat,
  concatMap,
  defer,
  ignoreElements,
  map,
  merge,
  type Observable,
  repeat,
  retry,
  share,
  tap,
  throwError,
} from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { delay } from '../../base/clock/delay.js'
import { decode } from '../../base/codec/decode.js'
import { parseJson } from '../../base/codec/parseJson.js'
import { changeNotification, type MirrorChange } from '../core/MirrorChange.js'
import { notifications } from './notifications.js'
import type { PoolClientLike, PoolLike, PostgresNotification } from './PoolLike.js'
import { postgresError } from './postgresError.js'
import type { Limits } from './postgresLimits.js'
import { query, withConnection } from './withConnection.js'

const listening: MirrorChange = { _tag: 'Listening' }

/**
 * Decodes a notification. If it cannot be decoded, it may come from a newer version and concern any row, so it counts as
 * `Listening`: subscribers then read again what they show.
 */
const toChange = ({ payload }: PostgresNotification): MirrorChange => {
  const json = parseJson(payload ?? '')
  const change = isRight(json) ? decode(changeNotification, json.right) : json
  return isRight(change) ? change.right : listening
}

/** How often the connection is checked, in milliseconds. */
const checkEvery = 30_000

/** Sends a statement regularly, because a connection that only listens would not notice that it is lost. Emits nothing. */
const keepChecking = (client: PoolClientLike, clock: Clock): Observable<never> =>
  delay(clock, checkEvery).pipe(
    concatMap(() => query(client, 'SELECT 1')),
    ignoreElements(),
    repeat(),
  )

/** The milliseconds between the loss of a connection and the attempt to get another one. */
const reconnectDelay = 1000

/**
 * Emits the changes that are notified on a channel. Shared. After a lost connection it listens again; if the first
 * connection fails, it errors.
 */
export const listenForChanges = (pool: PoolLike, channel: string, limits: Limits): Observable<MirrorChange> =>
  defer(() => {
    const { clock } = limits
    let hasListened = false
    const start = (client: PoolClientLike): Observable<MirrorChange> =>
      query(client, `LISTEN ${channel}`).pipe(
        catchError((error: unknown) => throwError(() => postgresError(error))),
        tap(() => (hasListened = true)),
        map(() => listening),
      )
    return withConnection(
      pool,
      (client) => merge(notifications(client).pipe(map(toChange)), concat(start(client), keepChecking(client, clock))),
      (client) => query(client, `UNLISTEN ${channel}`),
      limits,
    ).pipe(retry({ delay: (error: unknown) => (hasListened ? delay(clock, reconnectDelay) : throwError(() => error)) }))
  }).pipe(share())
