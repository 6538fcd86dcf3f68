import { none } from 'fp-ts/lib/Option.js'
import type { Observable } from 'rxjs'
import { RequestWithheld } from '../../error/RequestWithheld.js'
import type { AccessToken } from '../../model/AccessToken.js'
import { redact, type Redacted, reveal } from '../../model/Redacted.js'
import { PermitDeclined } from '../budget/Admission.js'
import type { Policy } from '../Http.js'
import type { Priority } from '../HttpRequest.js'
import { latest } from '../latest.js'
import { mergeHeaders } from '../mergeHeaders.js'
import { onceFrozen } from '../onceFrozen.js'
import { relay, RelaySource } from '../relay.js'
import { isUnauthorized } from './isUnauthorized.js'

/** The bearer tokens of one user. */
export interface TokenSource {
  /** The token that a request may use at once, if there is one. */
  readonly ready?: () => AccessToken | undefined
  /**
   * Emits one token that has not expired, for a request of this priority, `interactive` by default; waits at most
   * `timeout` milliseconds. Once `hurry$` emits, the priority is `interactive`.
   */
  readonly take: (timeout: number, priority?: Priority, hurry$?: Observable<unknown>) => Observable<AccessToken>
  /** Whether a token that was taken may still be used. */
  readonly lives: (token: AccessToken) => boolean
  /** Whether another process issued this token, which may have been refused already before it was taken. */
  readonly isAdopted?: (token: AccessToken) => boolean
  /** Called when the service refused this token; returns whether another one may be asked for. */
  readonly refuse: (token: AccessToken) => boolean
  /** Called when the service accepted this token. */
  readonly accept: (token: AccessToken) => void
}

/** A request is withheld after this many tokens have expired or were refused while it waited for its permits. */
const mostDeadTokens = 3

/**
 * Adds a bearer token to the requests of a user; all others pass unchanged. After a 401 the token is dropped and the
 * request is sent once more with another one, if it is safe to send twice; a second 401 is the caller's. A token that
 * another process issued does not count: after its 401 the request is sent as if for the first time. If the token is
 * dropped or expires while the request waits for its permits, the request is not sent: it waits again with another token,
 * before those that came later. After the third such token it errors with a `RequestWithheld`.
 */
export const authorize =
  (tokens: TokenSource): Policy =>
  (next) => {
    const authorized = latest((token: Redacted<string>) =>
      onceFrozen((headers) => mergeHeaders(headers, { Authorization: redact(`Bearer ${reveal(token)}`) })),
    )
    return (request) =>
      request.access !== 'user'
        ? next(request)
        : new RelaySource((subscriber) => {
            let replays = 1
            let deadTokens = 0
            let waitsSince: number | undefined
            const isWanted = (): boolean => request.admission?.isStillWanted() !== false

            const send = (token: AccessToken): void => {
              const isStillWanted = (): boolean => {
                // #sabotage: outlived-token
                return isWanted() && tokens.lives(token)
              }
              const headers = authorized(token.access_token)(request.headers)
              relay(next({ ...request, headers, admission: { isStillWanted, waitsSince } }), subscriber, {
                next: (response) => {
                  tokens.accept(token)
                  request.onUser?.(token.user.uuid)
                  subscriber.next(response)
                },
                error: (error) => {
                  waitsSince = undefined
                  const isAdopted = tokens.isAdopted?.(token) === true
                  if (error instanceof PermitDeclined && isWanted()) {
                    if (++deadTokens === mostDeadTokens)
                      throw new RequestWithheld({ ...request, reason: 'budget', retryAfter: none })
                    waitsSince = error.waitsSince
                  } else if (
                    !isUnauthorized(error) ||
                    !tokens.refuse(token) ||
                    !request.safe ||
                    (!isAdopted && replays-- === 0)
                  )
                    throw error
                  attempt()
                },
              })
            }

            const attempt = (): void => {
              const ready = tokens.ready?.()
              if (ready !== undefined) {
                send(ready)
                return
              }
              let isTaken = false
              relay(tokens.take(request.timeout, request.priority, request.hurry$), subscriber, {
                next: (token) => {
                  isTaken = true
                  send(token)
                },
                complete: () => {
                  if (!isTaken) subscriber.complete()
                },
              })
            }

            attempt()
          })
  }
