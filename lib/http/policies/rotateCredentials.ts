import { map, Observable, of } from 'rxjs'
import type { Redacted } from '../../base/Redacted.js'
import type { CredentialPlacement } from '../../service/profile/credentialPlacement.js'
import { authenticate } from '../../service/profile/operations.js'
import { type ChangingSecret, isSame } from '../changingSecret.js'
import type { Policy } from '../Http.js'
import type { HttpRequest } from '../HttpRequest.js'
import type { IssueListener } from '../IssueListener.js'
import { relay } from '../relay.js'
import { addClientId } from './addClientId.js'
import { addingSecret, carriesSecret } from './addCredentials.js'
import { isUnauthorized } from './isUnauthorized.js'

/** Credentials whose secret may change. */
export interface ChangingCredentials {
  readonly clientId: string
  readonly clientSecret: ChangingSecret
}

/** The policy that adds the secret, and the listener that learns which tokens were issued. */
export interface RotatedCredentials {
  readonly policy: Policy
  readonly issue: IssueListener
}

/** Handles the 401 of a request that was sent with this secret. */
type OnRefused = (sent: Redacted<string>, error: unknown) => void

const wanted = { isStillWanted: () => true, waitsSince: undefined }

/**
 * Adds the credentials of the application. The secret is chosen when there are permits for the request.
 *
 * An authentication calls the function for the secret. So does a request of the application that may not be sent twice,
 * because it cannot be repeated with another secret. Other requests carry the secret with which the newest token was
 * issued, as long as that token is valid, and call the function if there is no such token. After a 401 another secret is
 * asked for. If there is one, an authentication, or a request that may be sent twice, is sent once more with it. If there
 * is none, or it is refused too, the caller gets the first 401.
 */
export const rotateCredentials = (
  { clientId, clientSecret }: ChangingCredentials,
  placement: CredentialPlacement,
): RotatedCredentials => {
  /** The secret of each authentication in flight, by the number of its request. */
  const sentWith = new Map<number, Redacted<string>>()
  const withSecret = addingSecret(clientId, placement)

  const policy: Policy = (next) => {
    const sendWithId = addClientId(clientId, placement)(next)
    return (request) => {
      if (!carriesSecret(request, placement)) return sendWithId(request)
      const isAuthentication = request.operation === authenticate.name
      const mayRepeat = request.safe || isAuthentication
      const isFresh = isAuthentication || (request.access === 'application' && !request.safe)

      return new Observable((subscriber) => {
        const attempt = (choose: () => Observable<Redacted<string>>, onRefused: OnRefused): void => {
          let sent: Redacted<string> | undefined
          const prepare = (asked: HttpRequest): Observable<HttpRequest> =>
            choose().pipe(
              map((secret) => {
                sent = secret
                if (isAuthentication) sentWith.set(request.number, secret)
                return withSecret(asked, secret)
              }),
            )
          relay(next({ ...request, admission: { ...wanted, ...request.admission, prepare } }), subscriber, {
            next: (response) => {
              if (sent !== undefined) clientSecret.accept(sent)
              subscriber.next(response)
            },
            error: (error) => {
              if (sent === undefined || !isUnauthorized(error)) throw error
              clientSecret.refuse(sent)
              onRefused(sent, error)
            },
          })
        }

        const repeat: OnRefused = (refused, error) => {
          if (!mayRepeat) throw error
          const another = (): Observable<Redacted<string>> =>
            clientSecret.renew(refused, request).pipe(
              map((secret) => {
                if (isSame(secret, refused)) throw error
                return secret
              }),
            )
          relay(another(), subscriber, {
            next: (other) => {
              // If the request has to wait for permits, the secret may have changed again when it is sent.
              let leavesAtOnce = true
              attempt(
                () => (leavesAtOnce ? of(other) : another()),
                () => {
                  throw error
                },
              )
              leavesAtOnce = false
            },
            complete: () => undefined,
          })
        }

        attempt(() => (isFresh ? clientSecret.ask(request) : clientSecret.take(request)), repeat)
      })
    }
  }

  return {
    policy,
    issue: {
      issued: (number, lives) => {
        const secret = sentWith.get(number)
        if (secret !== undefined) clientSecret.keep(secret, lives)
      },
      ended: (number) => {
        sentWith.delete(number)
      },
    },
  }
}
