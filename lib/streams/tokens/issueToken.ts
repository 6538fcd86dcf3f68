import { isSome, type Option } from 'fp-ts/lib/Option.js'
import { catchError, defer, map, type MonoTypeOperatorFunction, type Observable, throwError, throwIfEmpty } from 'rxjs'
import { type Clock, now } from '../../base/clock/Clock.js'
import { firstOrTimeout } from '../../base/clock/delay.js'
import { AuthenticationError } from '../../base/error/AuthenticationError.js'
import { isServiceStatus } from '../../base/error/foreignResponse.js'
import { TokenUnavailable } from '../../base/error/TokenUnavailable.js'
import type { Connection } from '../../http/Connection.js'
import type { HttpRequest } from '../../http/HttpRequest.js'
import { httpDate } from '../../http/retryAfter.js'
import type { Request } from '../../service/api/Request.js'
import type { AccessToken } from '../../service/model/AccessToken.js'
import { decodeResponse } from '../send/decodeResponse.js'
import { type TokenLife, tokenLife } from './tokenLife.js'

/**
 * Waits `timeout` milliseconds for one token. After that, or if the source completes without a token, it errors with a
 * `TokenUnavailable` that has the error of the last authentication. With `isQueued$`, the timer stops at each `true`,
 * and starts again from `timeout` at each `false`.
 */
export const tokenTimeout = <A>(
  clock: Clock,
  timeout: number,
  lastErrorMessage: () => Option<string>,
  lastError: () => unknown = () => undefined,
  isQueued$?: Observable<boolean>,
): MonoTypeOperatorFunction<A> => {
  const unavailable = () => new TokenUnavailable({ waited: timeout, last: lastErrorMessage() }, lastError())
  return (source) => source.pipe(throwIfEmpty(unavailable), firstOrTimeout(clock, timeout, unavailable, isQueued$))
}

/** The parts that all users of a client share. */
export type ClientParts = Pick<Connection, 'client' | 'clock' | 'emit' | 'random'>

/** The request of an authentication, and the connection that sends it. */
export interface Authentication {
  readonly connection: Connection
  readonly request: Request<AccessToken>
}

/** A token, with its times by the local clocks. */
export interface IssuedToken {
  readonly token: AccessToken
  readonly life: TokenLife
  /** Whether the token came from the token store, where another process has saved it. */
  readonly isFromStore?: true
  /** Whether this process waited until another one had issued the token, so that the token is new. */
  readonly wasAwaited?: boolean
}

/** A 404 with a `type` of the service means that the user does not exist; without a `type`, the address is wrong. */
const asRefusal = (error: unknown): unknown =>
  isServiceStatus(error, 400, 401, 403) || (isServiceStatus(error, 404) && isSome(error.type))
    ? new AuthenticationError(error)
    : error

/**
 * Authenticates once. A 400, 401 or 403 of the service, and a 404 with a `type`, becomes an `AuthenticationError`: the
 * service would refuse the same credentials again. A page of a proxy or a firewall does not, whatever its status.
 */
export const issueToken = (
  connection: Connection,
  request: Request<AccessToken>,
  httpRequest: HttpRequest,
): Observable<IssuedToken> =>
  defer(() => {
    const start = now(connection.clock)
    return connection.httpOnce(httpRequest).pipe(
      map((response) => {
        const token = decodeResponse(request.codec, response, httpRequest)
        const exchange = { start, end: now(connection.clock), serverTime: httpDate(response.headers.date) }
        return { token, life: tokenLife(token.expires_at.getTime(), exchange, connection.random) }
      }),
      catchError((error: unknown) => throwError(() => asRefusal(error))),
    )
  })
