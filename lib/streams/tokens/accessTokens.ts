import { isNone, isSome, some } from 'fp-ts/lib/Option.js'
import {
  catchError,
  defer,
  EMPTY,
  finalize,
  ignoreElements,
  map,
  merge,
  type Observable,
  of,
  repeat,
  switchMap,
  take,
  throwError,
} from 'rxjs'
import { type Clock, msUntil } from '../../base/clock/Clock.js'
import { delay } from '../../base/clock/delay.js'
import type { Priority } from '../../http/HttpRequest.js'
import type { Replay, TokenSource } from '../../http/policies/authorize.js'
import type { AccessToken } from '../../service/model/AccessToken.js'
import { type Authentication, type ClientParts, type IssuedToken, tokenTimeout } from './issueToken.js'
import type { SharedToken } from './SharedToken.js'
import { TokenCache } from './TokenCache.js'
import { type RenewalConfig, TokenRenewal } from './TokenRenewal.js'

const queuedMessage = /* @__PURE__ */ some('authenticate: the request waits for a permit of the limits')

/** The tokens of one user: a valid token for each request that needs one, and a stream of the tokens. */
export interface AccessTokens extends TokenSource {
  /** Shared. The stream that a user's `token$` returns; its contract is documented there. */
  readonly token$: Observable<AccessToken>
  /**
   * Forgets the token; with `userUuid`, only if the token belongs to this user. Later requests, and the subscribers of
   * `token$`, get a new one.
   */
  readonly invalidate: (userUuid?: string) => void
  /** Whether there is no token, nothing subscribes to `token$` or waits for a token, and no retry has to wait. */
  readonly isIdle: () => boolean
}

class Tokens implements AccessTokens {
  private readonly renewal: TokenRenewal
  /** The number of subscribers of `token$` and of requests that wait for a token. */
  private consumers = 0

  constructor(
    private readonly clock: Clock,
    private readonly cache: TokenCache,
    config: RenewalConfig,
  ) {
    this.renewal = new TokenRenewal(clock, cache, config)
  }

  /**
   * Emits the token that a new subscriber of `token$` gets first: the valid one, even if its renewal is due. Without
   * one, it starts an authentication, whose token `issued$` emits. While a retry waits, it does nothing.
   */
  private firstToken(): Observable<AccessToken> {
    const liveToken = this.cache.liveToken()
    if (isSome(liveToken)) return of(liveToken.value.token)
    return this.cache.msUntilRetry() > 0 ? EMPTY : this.renewal.renew('interactive').pipe(ignoreElements())
  }

  get token$(): Observable<AccessToken> {
    const firstToken$ = defer(() => this.firstToken())
    return this.countConsumer(merge(this.cache.issued$, firstToken$, this.renewal.renewals$))
  }

  private countConsumer<A>(source: Observable<A>): Observable<A> {
    return defer(() => {
      this.consumers++
      return source.pipe(finalize(() => this.consumers--))
    })
  }

  /**
   * Whether a request can use the token without starting a renewal: the renewal is not due, is in flight, or waits for
   * a retry.
   */
  private needsNoRenewal({ life }: IssuedToken): boolean {
    const { clock, cache } = this
    return msUntil(life.renews, clock) > 0 || cache.isAuthenticating() || cache.msUntilRetry() > 0
  }

  readyToken(): AccessToken | undefined {
    const liveToken = this.cache.liveToken()
    return isSome(liveToken) && this.needsNoRenewal(liveToken.value) ? liveToken.value.token : undefined
  }

  /**
   * Emits a token, or completes without one after a transient error or when a retry is due. If the service has never
   * responded, an interactive request does not wait for the retry: it gets the error.
   */
  private attempt(priority: Priority): Observable<IssuedToken> {
    const { clock, cache } = this
    const liveToken = cache.liveToken()
    if (isSome(liveToken) && this.needsNoRenewal(liveToken.value)) return of(liveToken.value)
    const wait = cache.msUntilRetry()
    if (wait > 0 && priority === 'interactive' && cache.neverResponds()) return throwError(() => cache.lastError())
    return wait > 0
      ? merge(delay(clock, wait), cache.wakes$).pipe(take(1), ignoreElements())
      : this.renewal.renew(priority)
  }

  /** Attempts until there is a token. */
  private attempts(priority: Priority): Observable<AccessToken> {
    return defer(() => this.attempt(priority)).pipe(
      repeat(),
      take(1),
      map(({ token }) => token),
    )
  }

  take(timeout: number, priority: Priority = 'interactive', runNow$?: Observable<unknown>): Observable<AccessToken> {
    if (runNow$ !== undefined) {
      const prioritized$ = runNow$.pipe(
        switchMap(() => this.take(timeout)),
        // Ignored, because the other `take` waits for the same authentication and gets its error.
        catchError(() => EMPTY),
      )
      return merge(this.take(timeout, priority), prioritized$).pipe(take(1))
    }
    const { clock, cache } = this
    const token$ = this.attempts(priority).pipe(
      tokenTimeout(
        clock,
        timeout,
        () => (cache.isQueued() ? queuedMessage : cache.lastErrorMessage()),
        () => cache.lastError(),
        priority === 'background' ? cache.isQueued$ : undefined,
      ),
      catchError((error: unknown) => {
        const liveToken = cache.liveToken()
        return isNone(liveToken) ? throwError(() => error) : of(liveToken.value.token)
      }),
    )
    return this.countConsumer(token$)
  }

  isLive(token: AccessToken): boolean {
    return this.cache.isLive(token)
  }

  isFromStore(token: AccessToken): boolean {
    return this.cache.isFromStore(token)
  }

  refuse(token: AccessToken): Replay {
    return this.cache.refuse(token)
  }

  accept(token: AccessToken): void {
    this.cache.accept(token)
  }

  invalidate(userUuid?: string): void {
    const liveToken = this.cache.liveToken()
    const isTokenOfUser = isSome(liveToken) && liveToken.value.token.user.uuid.toLowerCase() === userUuid?.toLowerCase()
    if (userUuid === undefined || isTokenOfUser) this.cache.forget()
  }

  isIdle(): boolean {
    const { cache, consumers } = this
    return consumers === 0 && isNone(cache.liveToken()) && cache.msUntilRetry() === 0
  }
}

/** Issues, renews and shares the tokens of one user; `open` creates each authentication. */
export const accessTokens = (
  parts: ClientParts,
  open: () => Authentication,
  config: RenewalConfig,
  shared?: SharedToken,
): AccessTokens => new Tokens(parts.clock, new TokenCache(parts, open, config, shared), config)
