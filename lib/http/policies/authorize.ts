import { none, some } from 'fp-ts/lib/Option.js'
import { catchError, concatMap, defer, type Observable, of, tap } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { delay } from '../../base/clock/delay.js'
import { RequestWithheld } from '../../base/error/RequestWithheld.js'
import type { StatusError } from '../../base/error/StatusError.js'
import { TokenUnavailable } from '../../base/error/TokenUnavailable.js'
import type { Emit } from '../../base/event/eventHub.js'
import { redact, type Redacted, reveal } from '../../base/Redacted.js'
import type { AccessToken } from '../../service/model/AccessToken.js'
import { type BackoffConfig, equalJitter } from '../backoff.js'
import { PermitDeclined } from '../budget/Admission.js'
import type { Http, Policy } from '../Http.js'
import type { HttpRequest, Priority } from '../HttpRequest.js'
import { memoizeFrozen } from '../memoizeFrozen.js'
import { memoizeLatest } from '../memoizeLatest.js'
import { mergeHeaders } from '../mergeHeaders.js'
import { isUnauthorized } from './isUnauthorized.js'
import { lastingRefusals } from './lastingRefusals.js'

/**
 * Which token a request may use after a 401.
 *
 * - `same`: the same token, after a short wait, because the token is new and some servers may not know it yet.
 * - `another`: the next token. The refused one is no longer used.
 * - `none`: no token for now, so that the client does not authenticate again and again at a service that refuses every
 *   token.
 */
export type Replay = 'same' | 'another' | 'none'

/** The bearer tokens of one user. */
export interface TokenSource {
  /** Returns the token that a request may use at once, if there is one. */
  readonly readyToken?: () => AccessToken | undefined
  /**
   * Emits one token that has not expired; waits at most `timeout` milliseconds for it. `priority` is that of the request,
   * `interactive` by default and after `hurry$` has emitted.
   */
  readonly take: (timeout: number, priority?: Priority, hurry$?: Observable<unknown>) => Observable<AccessToken>
  /** Whether a token from `take` may still be used. */
  readonly isLive: (token: AccessToken) => boolean
  /** Whether the token came from a token store. If so, the service may have refused it in another process before. */
  readonly isFromStore?: (token: AccessToken) => boolean
  /** Call this when the service has refused the token. Returns which token the request may use now. */
  readonly refuse: (token: AccessToken) => Replay
  /** Call this when the service has accepted the token. */
  readonly accept: (token: AccessToken) => void
}

/** Creates the policy from the parts that all policies of a client share. */
export type CreateAuthorize = (clock: Clock, random: () => number, emit: Emit) => Policy

/** A request is withheld after this many of its tokens became unusable while it waited for permits. */
const maxUnusableTokens = 3
/** The waits before a request is sent again with the same token. */
const backoff: BackoffConfig = { minDelay: 100, maxDelay: 2000 }

/**
 * Adds a bearer token to the requests of a user; all others pass unchanged. Each attempt calls `source` for the tokens.
 *
 * After a 401 a request is sent again if it is safe to send twice:
 *
 * - with the same token after a short wait, as long as the token is new and the waits do not exceed the request's timeout;
 * - otherwise once more, at once, with another token. A 401 for a token from a token store does not use up this one
 *   repetition.
 *
 * If that fails too, an interactive request gets the 401. A background request gets a `TokenUnavailable`, which is
 * transient, or the 401 if its operation has been refused for minutes.
 *
 * If the token becomes unusable while the request waits for its permits, the request is not sent. It waits again with
 * another token, ahead of requests that came later. After the third such token it errors with a `RequestWithheld`.
 */
export const authorize =
  (source: () => TokenSource): CreateAuthorize =>
  (clock, random, emit) =>
  (next) => {
    const headersWith = memoizeLatest((token: Redacted<string>) =>
      memoizeFrozen((headers) => mergeHeaders(headers, { Authorization: redact(`Bearer ${reveal(token)}`) })),
    )
    const refusals = lastingRefusals(clock)

    const send = (request: HttpRequest): ReturnType<Http> =>
      defer(() => {
        const giveUpAt = clock.monotonic() + request.timeout
        let replays = 1
        let repeats = 0
        let unusableTokens = 0
        let waitsSince: number | undefined
        const isWanted = (): boolean => request.admission?.isStillWanted() !== false

        const attempt = (): ReturnType<Http> => {
          const tokens = source()
          const readyToken = tokens.readyToken?.()
          return readyToken === undefined
            ? tokens
                .take(request.timeout, request.priority, request.hurry$)
                .pipe(concatMap((token) => sendWith(tokens, token)))
            : sendWith(tokens, readyToken)
        }

        /** Starts another attempt, except after an unsubscription, which `catchError` would not notice. */
        const attemptAgain = (): ReturnType<Http> => of(true).pipe(concatMap(attempt))

        const sendWith = (tokens: TokenSource, token: AccessToken): ReturnType<Http> => {
          const isStillWanted = (): boolean => {
            // #sabotage: outlived-token
            return isWanted() && tokens.isLive(token)
          }
          const headers = headersWith(token.access_token)(request.headers)
          return next({ ...request, headers, admission: { isStillWanted, waitsSince } }).pipe(
            tap(() => {
              tokens.accept(token)
              request.onUser?.(token.user.uuid)
              refusals.noteSuccess(request)
            }),
            catchError((error: unknown) => {
              waitsSince = undefined
              if (error instanceof PermitDeclined && isWanted()) {
                if (++unusableTokens === maxUnusableTokens)
                  throw new RequestWithheld({ ...request, reason: 'budget', retryAfter: none })
                waitsSince = error.waitsSince
                return attemptAgain()
              }
              if (isUnauthorized(error)) return replay(error, tokens, token)
              throw error
            }),
          )
        }

        const replay = (error: StatusError, tokens: TokenSource, token: AccessToken): ReturnType<Http> => {
          const isFromStore = tokens.isFromStore?.(token) === true
          const tokenToUse = tokens.refuse(token)
          if (request.safe && tokenToUse === 'same') {
            const wait = equalJitter(backoff, repeats++, random)
            if (clock.monotonic() + wait <= giveUpAt) {
              emit(request, () => ({ _tag: 'Retried', error, attempt: repeats, delay: wait }))
              return delay(clock, wait).pipe(concatMap(attempt))
            }
          }
          if (request.safe && tokenToUse === 'another' && (isFromStore || replays-- > 0)) return attemptAgain()
          throw finalError(error)
        }

        /** The error of a request that is not sent again: the 401, or a transient error. */
        const finalError = (error: StatusError): unknown =>
          // #sabotage: burst-of-401
          request.priority === 'background' && request.safe && !refusals.noteRefusal(request)
            ? new TokenUnavailable({ waited: 0, last: some(error.message) }, error)
            : error

        return attempt()
      })

    return (request) => (request.access === 'user' ? send(request) : next(request))
  }
