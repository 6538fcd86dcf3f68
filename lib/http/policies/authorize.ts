import { none } from 'fp-ts/lib/Option.js'
import { Observable, throwError } from 'rxjs'
import { isClientError } from '../../error/ClientError.js'
import { RequestWithheld } from '../../error/RequestWithheld.js'
import type { AccessToken } from '../../model/AccessToken.js'
import { redact, type Redacted, reveal } from '../../model/Redacted.js'
import { follow } from '../follow.js'
import type { Policy } from '../Http.js'
import type { Priority } from '../HttpRequest.js'
import { type Credentials, prove, withHeaders } from './prove.js'

/** Where the bearer tokens of one user come from. */
export interface TokenSource {
  /** The token that a request may use at once, where that is known. */
  readonly ready?: () => AccessToken | undefined
  /** One live token, for a request of this priority, interactive by default; waits for it for `patience` milliseconds at most. */
  readonly take: (patience: number, priority?: Priority) => Observable<AccessToken>
  /** Whether a token that was taken may still be used. */
  readonly lives: (token: AccessToken) => boolean
  /** The service refused this token; answers whether another may be asked for. */
  readonly refuse: (token: AccessToken) => boolean
  /** The service accepted this token. */
  readonly accept: (token: AccessToken) => void
}

const isUnauthorized = (error: unknown): boolean =>
  isClientError(error) && error._tag === 'StatusError' && error.status === 401

const bearers = /* @__PURE__ */ new WeakMap<Redacted<string>, Redacted<string>>()

/** What proves that somebody has the token; made once of it. */
const bearerOf = ({ access_token }: AccessToken): Redacted<string> => {
  const kept = bearers.get(access_token)
  if (kept !== undefined) return kept
  const made = redact(`Bearer ${reveal(access_token)}`)
  bearers.set(access_token, made)
  return made
}

/** So many tokens may die while a request waits for its turn. */
const mostOutlived = 3

/**
 * Adds what a request must prove: the id alone to public ones, the secret to those of the application, the secret and a
 * bearer token to those of a user. A 401 drops the token that was used, and the request is sent once more with another,
 * if it is safe to send twice; a second 401 is the caller's. Requests wait for their turn `within` a policy; a token that
 * dies meanwhile does not leave: the request gives its turn back, and waits for the next with another token. After the
 * third it is a `RequestWithheld`.
 */
export const authorize = (credentials: Credentials, tokens: TokenSource, within: Policy = (next) => next): Policy =>
  prove(credentials, asUser(tokens, within), within)

/** Sends the requests of one user: the machine behind {@link authorize}, where its contract stands. */
export const asUser =
  (tokens: TokenSource, within: Policy): Policy =>
  (next) =>
  (request) =>
    new Observable((subscriber) => {
      let token: AccessToken | undefined
      let outlived = 0
      let isOutlived = false
      // Made once: so the policy knows a request that comes back.
      const waiting = within((proven) => {
        isOutlived = !tokens.lives(token as AccessToken)
        return isOutlived
          ? throwError(() => new RequestWithheld({ ...request, reason: 'budget', retryAfter: none }))
          : next(proven)
      })
      const attempt = (replays: number): void => {
        const send = (taken: AccessToken): void => {
          token = taken
          follow(waiting(withHeaders(request, { Authorization: bearerOf(taken) })), subscriber, {
            next: (response) => {
              tokens.accept(taken)
              subscriber.next(response)
            },
            error: (error) => {
              if (isOutlived && ++outlived < mostOutlived) attempt(replays)
              else if (isUnauthorized(error) && tokens.refuse(taken) && request.safe && replays > 0)
                attempt(replays - 1)
              else throw error
            },
          })
        }
        const ready = tokens.ready?.()
        if (ready !== undefined) {
          send(ready)
          return
        }
        let isTaken = false
        follow(tokens.take(request.timeout, request.priority), subscriber, {
          next: (taken) => {
            isTaken = true
            send(taken)
          },
          complete: () => {
            if (!isTaken) subscriber.complete()
          },
        })
      }
      attempt(1)
    })
