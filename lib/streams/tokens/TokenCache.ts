import { isNone, isSome, type Option, some } from 'fp-ts/lib/Option.js'
import {
  BehaviorSubject,
  concat,
  defer,
  distinctUntilChanged,
  EMPTY,
  filter,
  finalize,
  map,
  merge,
  NEVER,
  type Observable,
  share,
  Subject,
  take,
  takeUntil,
  tap,
} from 'rxjs'
import { wakes } from '../../base/clock/delay.js'
import { isClientError } from '../../base/error/ClientError.js'
import { TokenUnavailable } from '../../base/error/TokenUnavailable.js'
import type { AuthenticationListener } from '../../http/Connection.js'
import type { HttpRequest, Priority } from '../../http/HttpRequest.js'
import type { Replay } from '../../http/policies/authorize.js'
import { toHttpRequest } from '../../http/toHttpRequest.js'
import type { AccessToken } from '../../service/model/AccessToken.js'
import { type Authentication, type ClientParts, type IssuedToken, issueToken } from './issueToken.js'
import { neverResponds, noteClientFailure, noteClientToken } from './noResponse.js'
import { RefusalBackoff, RenewalBackoff } from './RenewalBackoff.js'
import type { SharedToken } from './SharedToken.js'
import { minLife, timeLeft } from './tokenLife.js'
import { hasNewUser, initialTokenState, isFresher, reduceToken, type TokenEvent } from './tokenState.js'

/** The listener that learns of each authentication, if there is one. */
export interface ListenerConfig {
  readonly listener?: AuthenticationListener | undefined
}

const staleTokenMessage = some(
  'authenticate: the new token has expired, or expires no later than the last one; check the clock',
)

/**
 * Holds a user's current token, and runs at most one authentication at a time.
 *
 * It is a class so that the instances of thousands of users share their methods. Members that are rarely needed are
 * created on demand.
 */
export class TokenCache {
  readonly #state$ = new BehaviorSubject(initialTokenState)
  readonly #issued$ = new Subject<AccessToken>()
  readonly #aborts$ = new Subject<void>()
  readonly #forgotten$ = new Subject<void>()
  readonly #refusals: RefusalBackoff
  #backoff: RenewalBackoff
  #wakes$: Observable<unknown> | undefined

  /** `open` creates each authentication; `shared` is the user's token in the token store, if there is a store. */
  constructor(
    private readonly parts: ClientParts,
    private readonly open: () => Authentication,
    private readonly config: ListenerConfig = {},
    private readonly shared?: SharedToken,
  ) {
    this.#refusals = new RefusalBackoff(parts.clock)
    this.#backoff = new RenewalBackoff(parts.clock)
  }

  /** `scan`, with a state that can be read at any time. */
  private dispatch(event: TokenEvent): void {
    this.#state$.next(reduceToken(this.#state$.value, event))
  }

  /** The token in use, or `None` if there is none or it has expired. */
  liveToken(): Option<IssuedToken> {
    const { current } = this.#state$.value
    // An expired token is dropped for good, because a clock that is set back would make it valid again.
    // #sabotage: dead-token
    if (isSome(current) && timeLeft(current.value.life, this.parts.clock) <= 0) this.dispatch({ _tag: 'Expired' })
    return this.#state$.value.current
  }

  /** Hot. Emits each token when it comes into use, unless an earlier subscriber has already caused its replacement. */
  get issued$(): Observable<AccessToken> {
    return this.#issued$.pipe(filter((token) => this.isInUse(token)))
  }

  /**
   * Hot. Emits when the next renewal may be due: when the token in use is forgotten, and at each hint of
   * `clock.wakeUp$`.
   */
  get interrupts$(): Observable<unknown> {
    return this.parts.clock.wakeUp$ === undefined ? this.#forgotten$ : merge(this.#forgotten$, this.wakes$)
  }

  /**
   * Hot. Emits at each hint of `clock.wakeUp$`, after which a failed authentication is retried sooner, see
   * `RenewalBackoff`.
   */
  get wakes$(): Observable<unknown> {
    const { clock } = this.parts
    return (this.#wakes$ ??=
      clock.wakeUp$ === undefined
        ? NEVER
        : wakes(clock).pipe(
            tap(() => this.#backoff.wake()),
            share(),
          ))
  }

  /** Hot. Emits at once, and at each change, whether the authentication waits for permits. */
  get isQueued$(): Observable<boolean> {
    return this.#state$.pipe(
      map(({ flight }) => flight?.isQueued === true),
      distinctUntilChanged(),
    )
  }

  /**
   * Authenticates once for all subscribers during the authentication, and emits the token that comes into use. The
   * request is interactive if one of the subscribers is. Completes without a token when the token in use is forgotten:
   * the service may refuse the token of an authentication in flight too.
   */
  authenticate(priority: Priority): Observable<IssuedToken> {
    return defer(() => {
      const { flight } = this.#state$.value
      // Takes effect even during an authentication, if it still waits for the token of another process.
      this.dispatch({ _tag: 'Requested', priority })
      // #sabotage: single-flight
      if (flight === undefined) return this.start()
      if (priority === 'background') return flight.token$
      const promotion$ = defer(() => {
        flight.promote()
        return EMPTY
      })
      // Subscribed before the promotion, which may send the request and so complete the authentication at once.
      return merge(flight.token$, promotion$)
    })
  }

  private start(): Observable<IssuedToken> {
    const { connection, request } = this.open()
    const httpRequest = toHttpRequest(connection, request)
    const { number } = httpRequest
    const authentication$ = defer(() => this.send({ connection, request }, httpRequest))
    // `takeUntil` completes before it aborts the request. `concat` completes after that, so that a subscriber that
    // authenticates again on completion never has two requests in flight.
    const token$ = concat(authentication$.pipe(takeUntil(this.#aborts$), take(1))).pipe(
      // #sabotage: nobody-waits
      share(),
    )
    const promote = () => connection.promote(number)
    this.dispatch({ _tag: 'Started', flight: { number, token$, promote, isQueued: false } })
    return token$
  }

  private send({ connection, request }: Authentication, httpRequest: HttpRequest): Observable<IssuedToken> {
    const { number } = httpRequest
    const onQueue = (isQueued: boolean) => {
      this.dispatch({ _tag: 'Queued', number, isQueued })
    }
    const issue$ = defer(() =>
      issueToken(connection, request, { ...httpRequest, priority: this.#state$.value.priority, onQueue }),
    )
    const isFresh = (candidate: IssuedToken) => this.isFresh(candidate)
    const sharedToken$ = this.shared?.obtain(issue$, isFresh, httpRequest, isNone(this.liveToken()))
    return (sharedToken$ ?? issue$).pipe(
      tap((candidate) => this.setCurrent(candidate, httpRequest)),
      tap({ error: (error: unknown) => this.backOff(error, httpRequest) }),
      finalize(() => {
        this.dispatch({ _tag: 'Ended', number })
        this.config.listener?.onEnd(number)
      }),
    )
  }

  private isFresh(candidate: IssuedToken): boolean {
    this.liveToken()
    return isFresher(candidate, this.#state$.value) && timeLeft(candidate.life, this.parts.clock) >= minLife
  }

  private setCurrent(issued: IssuedToken, httpRequest: HttpRequest): void {
    if (!this.isFresh(issued)) throw new TokenUnavailable({ waited: 0, last: staleTokenMessage })
    const { clock, client, emit } = this.parts
    const { token } = issued
    const isUserReplaced = hasNewUser(token, this.#state$.value)
    this.dispatch({ _tag: 'Issued', issued })
    this.#backoff = new RenewalBackoff(clock)
    noteClientToken(client)
    this.#refusals.recordToken(issued)
    this.config.listener?.onToken(httpRequest.number, () => this.isLive(token))
    // #sabotage: event-secret
    emit(httpRequest, () => ({ _tag: 'TokenRenewed', expires_at: issued.token.expires_at }))
    if (isUserReplaced) emit(httpRequest, () => ({ _tag: 'UserReplaced' }))
    this.#issued$.next(token)
  }

  private backOff(error: unknown, httpRequest: HttpRequest): void {
    const { client, emit, random } = this.parts
    noteClientFailure(client, error)
    const delay = this.#backoff.recordFailure(error, random)
    this.dispatch({ _tag: 'Failed', isTransient: isSome(delay) })
    if (isClientError(error)) emit(httpRequest, () => ({ _tag: 'TokenFailed', error, delay }))
  }

  /** Forgets the token in use, and aborts an authentication in flight before the next one can start. */
  forget(): void {
    this.dispatch({ _tag: 'Forgotten' })
    this.#aborts$.next()
    this.shared?.forget()
    this.#forgotten$.next()
  }

  /** Whether the authentication waits for permits. */
  isQueued(): boolean {
    return this.#state$.value.flight?.isQueued === true
  }

  /** Whether an authentication is in flight. */
  isAuthenticating(): boolean {
    return this.#state$.value.flight !== undefined
  }

  /** The milliseconds until the next attempt after a failed authentication. */
  msUntilRetry(): number {
    return this.#backoff.msUntilRetry()
  }

  /** The message of the last authentication's error. */
  lastErrorMessage(): Option<string> {
    return this.#backoff.lastErrorMessage()
  }

  /** The error of the last authentication. */
  lastError(): unknown {
    return this.#backoff.lastError()
  }

  /** Whether the last authentication did not reach the service, and this client has never got a response. */
  neverResponds(): boolean {
    return neverResponds(this.parts.client, this.lastError())
  }

  private isInUse(token: AccessToken): boolean {
    const { current } = this.#state$.value
    return isSome(current) && current.value.token === token
  }

  /** Whether this token is in use and has not expired. */
  isLive(token: AccessToken): boolean {
    return this.isInUse(token) && isSome(this.liveToken())
  }

  /** Whether this token is in use and came from the token store. */
  isFromStore(token: AccessToken): boolean {
    const { current } = this.#state$.value
    return this.isInUse(token) && isSome(current) && current.value.isFromStore === true
  }

  /** Records that the service accepted this token. */
  accept(token: AccessToken): void {
    if (this.isInUse(token)) this.#refusals.recordAccepted()
  }

  /** Records that the service refused this token. Returns which token the request may use now. */
  refuse(token: AccessToken): Replay {
    if (!this.isInUse(token)) return 'another'
    const replay = this.#refusals.recordRefused()
    // #sabotage: refused-token
    if (replay === 'another') this.forget()
    return replay
  }
}
