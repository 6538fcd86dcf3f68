import { catchError, concatMap, defer, finalize, type Observable, throwError } from 'rxjs'
import type { Redacted } from '../../model/Redacted.js'
import type { CredentialPlacement } from '../../profile/credentialPlacement.js'
import { authenticate } from '../../profile/operations.js'
import { type ChangingSecret, isSame } from '../changingSecret.js'
import type { Policy } from '../Http.js'
import type { HttpRequest } from '../HttpRequest.js'
import type { HttpResponse } from '../HttpResponse.js'
import { addClientId } from './addClientId.js'
import { addCredentials, carriesSecret } from './addCredentials.js'
import { isUnauthorized } from './isUnauthorized.js'

/** Credentials whose secret may change. */
export interface ChangingCredentials {
  readonly clientId: string
  readonly clientSecret: ChangingSecret
}

/** A policy that asks for the secret, and what has to be told of the tokens that it leads to. */
export interface RotatedCredentials {
  readonly policy: Policy
  /** The request with this number has brought a token, which is in use for as long as `lives` says so. */
  readonly issued: (number: number, lives: () => boolean) => void
}

/**
 * Adds the credentials of the application, whose secret is asked for.
 *
 * An authentication asks for it; so does a request of the application that may not be sent twice, for its secret must be
 * right at once. Others carry the one that made the newest token while that token lives, and ask where there is none. After
 * a 401 it is asked for once more: where another one comes, a request that may be sent twice is sent again with that, and so
 * is an authentication; else the 401 stands.
 */
export const rotateCredentials = (
  { clientId, clientSecret }: ChangingCredentials,
  placement: CredentialPlacement,
): RotatedCredentials => {
  /** With which secret each authentication in flight was sent. */
  const sentWith = new Map<number, Redacted<string>>()

  const policy: Policy = (next) => {
    const sendWithId = addClientId(clientId, placement)(next)

    const sendWith = (secret: Redacted<string>, request: HttpRequest): Observable<HttpResponse> =>
      addCredentials({ clientId, clientSecret: secret }, placement)(next)(request)

    const authenticateWith = (secret: Redacted<string>, request: HttpRequest): Observable<HttpResponse> =>
      defer(() => {
        sentWith.set(request.number, secret)
        return sendWith(secret, request)
      }).pipe(finalize(() => sentWith.delete(request.number)))

    return (request) => {
      const isAuthentication = request.operation === authenticate.name
      const send = isAuthentication ? authenticateWith : sendWith
      const mayRepeat = request.safe || isAuthentication
      const isFresh = isAuthentication || (request.access === 'application' && !request.safe)

      const repeat = (refused: Redacted<string>, error: unknown): Observable<HttpResponse> =>
        clientSecret
          .renew(refused, request)
          .pipe(concatMap((secret) => (isSame(secret, refused) ? throwError(() => error) : send(secret, request))))

      return !carriesSecret(request, placement)
        ? sendWithId(request)
        : (isFresh ? clientSecret.ask(request) : clientSecret.take(request)).pipe(
            concatMap((secret) =>
              send(secret, request).pipe(
                catchError((error: unknown) => {
                  if (!isUnauthorized(error)) throw error
                  if (mayRepeat) return repeat(secret, error)
                  clientSecret.forget(secret)
                  throw error
                }),
              ),
            ),
          )
    }
  }

  return {
    policy,
    issued: (number, lives) => {
      const secret = sentWith.get(number)
      if (secret !== undefined) clientSecret.keep(secret, lives)
    },
  }
}
