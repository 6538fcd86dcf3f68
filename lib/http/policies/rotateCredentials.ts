import { map, Observable, of } from 'rxjs'
import type { Redacted } from '../../model/Redacted.js'
import type { CredentialPlacement } from '../../profile/credentialPlacement.js'
import { authenticate } from '../../profile/operations.js'
import { type ChangingSecret, isSame } from '../changingSecret.js'
import type { Policy } from '../Http.js'
import type { HttpRequest } from '../HttpRequest.js'
import type { IssueListener } from '../IssueListener.js'
import { relay } from '../relay.js'
import { addClientId } from './addClientId.js'
import { carriesSecret, withCredentials } from './addCredentials.js'
import { isUnauthorized } from './isUnauthorized.js'

/** Credentials whose secret may change. */
export interface ChangingCredentials {
  readonly clientId: string
  readonly clientSecret: ChangingSecret
}

/** A policy that asks for the secret, and what has to be told of the tokens that it leads to. */
export interface RotatedCredentials {
  readonly policy: Policy
  readonly issue: IssueListener
}

/** What follows on the 401 of a request that was sent with this secret. */
type OnRefused = (sent: Redacted<string>, error: unknown) => void

const wanted = { isStillWanted: () => true, waitsSince: undefined }

/**
 * Adds the credentials of the application, whose secret is asked for when the request has its permits.
 *
 * An authentication asks for it; so does a request of the application that may not be sent twice, for its secret must be
 * right at once. Others carry the one that made the newest token while that token lives, and ask where there is none. After
 * a 401 it is asked for once more: where another one comes, a request that may be sent twice is sent again with that, and so
 * is an authentication; else the 401 stands, as it does where the other one is refused, too.
 */
export const rotateCredentials = (
  { clientId, clientSecret }: ChangingCredentials,
  placement: CredentialPlacement,
): RotatedCredentials => {
  /** With which secret each authentication in flight was sent. */
  const sentWith = new Map<number, Redacted<string>>()

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
                return withCredentials({ clientId, clientSecret: secret }, placement, asked)
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
              // Where it has to wait for its permits, there may be yet another one when it leaves.
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
