import { catchError, concatMap, defer, EMPTY, map, merge, type Observable, of, tap } from 'rxjs'
import type { Redacted } from '../../base/Redacted.js'
import type { CredentialPlacement } from '../../service/profile/credentialPlacement.js'
import { authenticate } from '../../service/profile/operations.js'
import { type ChangingSecret, isSameSecret } from '../changingSecret.js'
import type { AuthenticationListener } from '../Connection.js'
import type { Policy } from '../Http.js'
import type { HttpRequest } from '../HttpRequest.js'
import type { HttpResponse } from '../HttpResponse.js'
import { addClientId, carriesSecret, secretAdder } from './addCredentials.js'
import { isUnauthorized } from './authorize.js'

/** Credentials whose secret may change. */
export interface ChangingCredentials {
  readonly clientId: string
  readonly clientSecret: ChangingSecret
}

/** The policy that adds the secret, and the listener that informs the policy about issued tokens. */
export interface RotatedCredentials {
  readonly policy: Policy
  readonly authenticationListener: AuthenticationListener
}

/** Handles the 401 of a request with this secret: emits another response, or errors. */
type OnRefused = (sent: Redacted<string>, error: unknown) => Observable<HttpResponse>

const defaultAdmission = { isStillWanted: () => true, waitsSince: undefined }

/**
 * Adds the credentials of the application. The secret is chosen when there are permits for the request.
 *
 * An authentication calls the function for the current secret. A request of the application that must not be sent twice
 * also calls it, because it cannot be repeated with another secret. Other requests use the secret of the newest token
 * while the token is valid, and otherwise call the function.
 *
 * After a 401 the policy looks for another secret. An authentication, or a request that is safe to send twice, is sent
 * once more with it. If there is no other secret, or if it is refused too, the caller gets the first 401.
 */
export const rotateCredentials = (
  { clientId, clientSecret }: ChangingCredentials,
  placement: CredentialPlacement,
): RotatedCredentials => {
  /** The secret of each authentication in flight, by the number of its request. */
  const secretOfRequest = new Map<number, Redacted<string>>()
  const withSecret = secretAdder(clientId, placement)

  const policy: Policy = (next) => {
    const sendWithId = addClientId(clientId, placement)(next)
    return (request) => {
      if (!carriesSecret(request, placement)) return sendWithId(request)
      const isAuthentication = request.operation === authenticate.name
      const mayRepeat = request.idempotent || isAuthentication
      const needsCurrentSecret = isAuthentication || (request.access === 'application' && !request.idempotent)

      /** Sends the request with the secret that `choose` emits when there are permits for it. */
      const send = (choose: () => Observable<Redacted<string>>, onRefused: OnRefused): Observable<HttpResponse> =>
        defer(() => {
          let sent: Redacted<string> | undefined
          const prepare = (unprepared: HttpRequest): Observable<HttpRequest> =>
            choose().pipe(
              map((secret) => {
                sent = secret
                if (isAuthentication) secretOfRequest.set(request.number, secret)
                return withSecret(unprepared, secret)
              }),
            )
          return next({ ...request, admission: { ...defaultAdmission, ...request.admission, prepare } }).pipe(
            tap(() => {
              if (sent !== undefined) clientSecret.accept(sent)
            }),
            catchError((error: unknown) => {
              if (sent === undefined || !isUnauthorized(error)) throw error
              clientSecret.refuse(sent)
              return onRefused(sent, error)
            }),
          )
        })

      const repeat: OnRefused = (refused, error) => {
        if (!mayRepeat) throw error
        const rethrow = (): never => {
          throw error
        }
        const another$ = clientSecret
          .renew(refused, request)
          .pipe(map((secret) => (isSameSecret(secret, refused) ? rethrow() : secret)))
        return another$.pipe(
          concatMap((secret) => {
            // If the request has to wait for permits, the secret may have changed again when it is sent.
            let hasToWait = false
            const noteWait = defer(() => {
              hasToWait = true
              return EMPTY
            })
            const response$ = send(() => (hasToWait ? another$ : of(secret)), rethrow)
            return merge(response$, noteWait)
          }),
        )
      }

      return send(() => (needsCurrentSecret ? clientSecret.ask(request) : clientSecret.take(request)), repeat)
    }
  }

  return {
    policy,
    authenticationListener: {
      onToken: (number, isLive) => {
        const secret = secretOfRequest.get(number)
        if (secret !== undefined) clientSecret.keep(secret, isLive)
      },
      onEnd: (number) => {
        secretOfRequest.delete(number)
      },
    },
  }
}
