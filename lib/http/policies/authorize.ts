import { none, some } from 'fp-ts/lib/Option.js'
import { catchError, concatMap, defer, type Observable, of, tap } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { delay } from '../../base/clock/delay.js'
import { isClientError } from '../../base/error/ClientError.js'
import { isServiceStatus } from '../../base/error/foreignResponse.js'
import { isTransient } from '../../base/error/isTransient.js'
import { RequestNotSent } from '../../base/error/RequestNotSent.js'
import type { StatusError } from '../../base/error/StatusError.js'
import { TokenUnavailable } from '../../base/error/TokenUnavailable.js'
import type { Emit } from '../../base/event/eventHub.js'
import { redact, type Redacted, reveal } from '../../base/Redacted.js'
import type { AccessToken } from '../../service/model/AccessToken.js'
import { type BackoffConfig, equalJitter } from '../backoff.js'
import { PermitDeclined } from '../budget/Admission.js'
import type { Http, Policy } from '../Http.js'
import type { HttpRequest, Priority } from '../HttpRequest.js'
import { mergeHeaders } from '../HttpResponse.js'
import { memoizeFrozen, memoizeLatest } from '../memoizeFrozen.js'
import { beginTrial, findTrial, type TokenTrial } from './tokenTrial.js'

/** Whether the service responded with a 401. */
export const isUnauthorized = (error: unknown): error is StatusError => isServiceStatus(error, 401)

/**
 * An operation counts as refused for good after `minRefusals` refusals in a row over at least this many milliseconds.
 */
const minDuration = 5 * 60_000
const minRefusals = 5

/** Counts the consecutive 401s of each operation of one user. */
interface Refusals {
  /** Records that an operation was refused although its token is valid. Returns whether it is refused for good. */
  readonly noteRefusal: (request: Pick<HttpRequest, 'operation'>) => boolean
  /** Records that an operation was not refused. */
  readonly noteSuccess: (request: Pick<HttpRequest, 'operation'>) => void
}

/**
 * Determines whether the service refuses an operation of a user for good, or only for a while. Both the time and the
 * number of refusals count, because two refusals may be hours apart if the machine sleeps or rounds are rare.
 */
export const lastingRefusals = (clock: Clock): Refusals => {
  const refused = new Map<string, { readonly since: number; count: number }>()
  return {
    noteRefusal: ({ operation }) => {
      const refusal = refused.get(operation) ?? { since: clock.monotonic(), count: 0 }
      refused.set(operation, refusal)
      refusal.count++
      return refusal.count >= minRefusals && clock.monotonic() - refusal.since >= minDuration
    },
    noteSuccess: ({ operation }) => {
      refused.delete(operation)
    },
  }
}

/**
 * Which token a request may use after a 401.
 *
 * - `same`: the same token, after a short wait, because the token is new and some servers may not know it yet.
 * - `another`: the next token. The refused token is no longer used.
 * - `none`: no token for now, so that the client does not authenticate repeatedly with a service that refuses every
 *   token.
 */
export type Replay = 'same' | 'another' | 'none'

/** The bearer tokens of one user. */
export interface TokenSource {
  /** Returns the token that a request may use at once, if there is one. */
  readonly readyToken?: () => AccessToken | undefined
  /**
   * Emits one token that has not expired; waits at most `timeout` milliseconds for it. `priority` is the request's,
   * `interactive` by default and after `runNow$` has emitted.
   */
  readonly take: (timeout: number, priority?: Priority, runNow$?: Observable<unknown>) => Observable<AccessToken>
  /** Whether a token from `take` may still be used. */
  readonly isLive: (token: AccessToken) => boolean
  /** Whether the token came from a token store. If so, the service may have refused it in another process before. */
  readonly isFromStore?: (token: AccessToken) => boolean
  /**
   * Call this when the service has refused the token, and again when the request has waited for its turn to try it.
   * Returns which token the request may use now.
   */
  readonly refuse: (token: AccessToken) => Replay
  /** Call this when the service has accepted the token. */
  readonly accept: (token: AccessToken) => void
}

/** Creates the policy from the parts that all policies of a client share. */
export type CreateAuthorize = (clock: Clock, random: () => number, emit: Emit) => Policy

/** A request is not sent after this many of its tokens became unusable while it waited for permits. */
const maxUnusableTokens = 3
/** The waits before a request is sent again with a new token. */
const backoff: BackoffConfig = { minDelay: 100, maxDelay: 2000 }

/**
 * Adds a bearer token to the requests of a user; all others pass unchanged. Each attempt calls `source` for the tokens.
 *
 * After a 401 a request is sent again if it is safe to send twice:
 *
 * - with the same token, while the token is new. One request tries it, after short waits that do not exceed its
 *   timeout. Other requests, and later requests of a refused operation, wait for the result, at most for their timeout;
 * - otherwise once more, at once, with another token. A 401 for a token from a token store does not use up this one
 *   repetition.
 *
 * If that fails too, an interactive request gets the 401. A background request gets a `TokenUnavailable`, which is
 * transient, or the 401 if its operation has been refused for minutes.
 *
 * If the token becomes unusable while the request waits for its permits, the request is not sent. It waits again with
 * another token, ahead of requests that came later. After the third such token it errors with a `RequestNotSent`.
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
        /** The trial of a new token in which this request is the one that tries. */
        let ownTrial: TokenTrial | undefined
        let unusableTokens = 0
        let waitsSince: number | undefined
        const isWanted = (): boolean => request.admission?.isStillWanted() !== false

        const attempt = (): ReturnType<Http> => {
          const tokens = source()
          const readyToken = tokens.readyToken?.()
          return readyToken === undefined
            ? tokens
                .take(request.timeout, request.priority, request.runNow$)
                .pipe(concatMap((token) => sendWith(tokens, token)))
            : sendWith(tokens, readyToken)
        }

        /** Starts another attempt, except after an unsubscription, which `catchError` would not notice. */
        const attemptAgain = (): ReturnType<Http> => of(true).pipe(concatMap(attempt))

        const endTrial = (verdict: 'accepted' | 'rejected'): void => {
          ownTrial?.end(verdict)
          ownTrial = undefined
        }

        /** The trial for which the request has to wait before it is sent with a token. */
        const trialBefore = (tokens: TokenSource, token: AccessToken): TokenTrial | undefined => {
          const trial = findTrial(tokens, token)
          return trial !== ownTrial && trial?.holds(request) === true && clock.monotonic() < giveUpAt
            ? trial
            : undefined
        }

        const sendWith = (tokens: TokenSource, token: AccessToken): ReturnType<Http> => {
          if (ownTrial !== findTrial(tokens, token)) endTrial('rejected')
          const trial = trialBefore(tokens, token)
          return trial === undefined
            ? sendNow(tokens, token)
            : trial.join(request.priority, late(), (turn) => {
                if (turn !== 'try') return attempt()
                ownTrial = trial
                return sendNow(tokens, token)
              })
        }

        const sendNow = (tokens: TokenSource, token: AccessToken): ReturnType<Http> => {
          const isStillWanted = (): boolean => {
            // #sabotage: outlived-token
            return isWanted() && tokens.isLive(token) && trialBefore(tokens, token) === undefined
          }
          const headers = headersWith(token.access_token)(request.headers)
          return next({ ...request, headers, admission: { isStillWanted, waitsSince } }).pipe(
            tap(() => {
              tokens.accept(token)
              endTrial('accepted')
              request.onUser?.(token.user.uuid)
              refusals.noteSuccess(request)
            }),
            catchError((error: unknown) => {
              waitsSince = undefined
              if (error instanceof PermitDeclined && isWanted()) {
                if (!tokens.isLive(token) && ++unusableTokens === maxUnusableTokens)
                  throw new RequestNotSent({ ...request, reason: 'budget', retryAfter: none })
                waitsSince = error.waitsSince
                return attemptAgain()
              }
              if (isUnauthorized(error)) return replay(error, tokens, token)
              // Any other refusal shows that the service knows the token.
              if (isClientError(error) && error._tag === 'StatusError' && !isTransient(error)) endTrial('accepted')
              throw error
            }),
          )
        }

        const replay = (error: StatusError, tokens: TokenSource, token: AccessToken): ReturnType<Http> => {
          const isFromStore = tokens.isFromStore?.(token) === true
          const tokenToUse = tokens.refuse(token)
          if (tokenToUse === 'same') return tryAgain(error, tokens, token)
          endTrial('rejected')
          if (request.idempotent && tokenToUse === 'another' && (isFromStore || replays-- > 0)) return attemptAgain()
          throw finalError(error)
        }

        /** Sends the request again with a new token, or waits for the request that does so. */
        const tryAgain = (error: StatusError, tokens: TokenSource, token: AccessToken): ReturnType<Http> => {
          if (!request.idempotent || clock.monotonic() >= giveUpAt) throw finalError(error)
          const trial = beginTrial(tokens, token)
          trial.noteRefusal(request.operation)
          if (trial !== ownTrial)
            return trial.join(request.priority, late(), (turn) => {
              if (turn === 'accepted') return attempt()
              if (turn === 'try') ownTrial = trial
              return replay(error, tokens, token)
            })
          const attempts = trial.nextAttempt()
          const wait = equalJitter(backoff, attempts, random)
          if (clock.monotonic() + wait > giveUpAt) throw finalError(error)
          emit(request, () => ({ _tag: 'Retried', error, attempt: attempts + 1, delay: wait }))
          return delay(clock, wait).pipe(concatMap(attempt))
        }

        /** Emits when the request has waited for another one for as long as its timeout. */
        const late = (): Observable<void> => defer(() => delay(clock, Math.max(giveUpAt - clock.monotonic(), 0)))

        /** The error of a request that is not sent again: the 401, or a transient error. */
        const finalError = (error: StatusError): unknown =>
          // #sabotage: burst-of-401
          request.priority === 'background' && request.idempotent && !refusals.noteRefusal(request)
            ? new TokenUnavailable({ waited: 0, last: some(error.message) }, error)
            : error

        return attempt()
      })

    return (request) => (request.access === 'user' ? send(request) : next(request))
  }
