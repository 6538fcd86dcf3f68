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
 * Which token a request may be resent with after a 401.
 *
 * - `same`: the same token, after a short wait, because it is so new that not every server may know it yet.
 * - `another`: the next token; the one that was refused is used no more.
 * - `none`: nothing for now, because a service that refuses every token is not asked for one after the other.
 */
export type Replay = 'same' | 'another' | 'none'

/** The bearer tokens of one user. */
export interface TokenSource {
  /** The token that a request may use at once, if there is one. */
  readonly readyToken?: () => AccessToken | undefined
  /**
   * Emits one token that has not expired, for a request of this priority, `interactive` by default; waits at most
   * `timeout` milliseconds. Once `hurry$` emits, the priority is `interactive`.
   */
  readonly take: (timeout: number, priority?: Priority, hurry$?: Observable<unknown>) => Observable<AccessToken>
  /** Whether a token that was taken may still be used. */
  readonly isLive: (token: AccessToken) => boolean
  /** Whether another process issued this token, which may have been refused already before it was taken. */
  readonly isFromStore?: (token: AccessToken) => boolean
  /** Called when the service refused this token; returns which token the request may be resent with. */
  readonly refuse: (token: AccessToken) => Replay
  /** Called when the service accepted this token. */
  readonly accept: (token: AccessToken) => void
}

/** Makes the policy from the parts that all policies of a client share. */
export type CreateAuthorize = (clock: Clock, random: () => number, emit: Emit) => Policy

/** A request is withheld after this many tokens have expired or were refused while it waited for its permits. */
const maxDeadTokens = 3
/** The waits before a request is sent again with the same token. */
const backoff: BackoffConfig = { minDelay: 100, maxDelay: 2000 }

/**
 * Adds a bearer token to the requests of a user; all others pass unchanged. Each attempt asks for the present `source`.
 *
 * After a 401 a request is sent again if it is safe to send twice:
 *
 * - with the same token after a short wait, as long as that token is new and the waits do not exceed the timeout of the
 *   request;
 * - otherwise the token is dropped, and the request is sent once more with another one at once. A token that another
 *   process issued does not count: after its 401 the request is sent as if for the first time.
 *
 * If that does not help, an interactive request gets the 401. A background request gets a `TokenUnavailable`, which is
 * transient, until its operation was refused for minutes: then it gets the 401 too.
 *
 * If the token is dropped or expires while the request waits for its permits, the request is not sent: it waits again with
 * another token, before those that came later. After the third such token it errors with a `RequestWithheld`.
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
        let deadTokens = 0
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

        /** Begins another attempt, unless the subscriber has left meanwhile: `catchError` would subscribe even then. */
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
                if (++deadTokens === maxDeadTokens)
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

        /** What a request that is not sent again any more gets instead of a 401. */
        const finalError = (error: StatusError): unknown =>
          // #sabotage: burst-of-401
          request.priority === 'background' && request.safe && !refusals.noteRefusal(request)
            ? new TokenUnavailable({ waited: 0, last: some(error.message) }, error)
            : error

        return attempt()
      })

    return (request) => (request.access === 'user' ? send(request) : next(request))
  }
