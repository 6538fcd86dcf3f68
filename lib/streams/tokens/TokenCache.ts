import { isNone, isSome, map as mapOption, none, type Option, some } from 'fp-ts/lib/Option.js'
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
import { wakes } from '../../base/clock/wakes.js'
import { isClientError } from '../../base/error/ClientError.js'
import { TokenUnavailable } from '../../base/error/TokenUnavailable.js'
import type { AuthenticationListener } from '../../http/AuthenticationListener.js'
import type { Connection } from '../../http/Connection.js'
import type { HttpRequest, Priority } from '../../http/HttpRequest.js'
import type { Replay } from '../../http/policies/authorize.js'
import { toHttpRequest } from '../../http/toHttpRequest.js'
import type { AccessToken } from '../../service/model/AccessToken.js'
import type { Authentication, ClientParts } from './Authentication.js'
import { type IssuedToken, issueToken } from './issueToken.js'
import { neverResponds, noteClientFailure, noteClientToken } from './noResponse.js'
import { RefusalBackoff } from './RefusalBackoff.js'
import { RenewalBackoff } from './RenewalBackoff.js'
import type { SharedToken } from './SharedToken.js'
import { minLife, timeLeft } from './tokenLife.js'

/** The listener that learns of each authentication, if there is one. */
export interface ListenerConfig {
  readonly listener?: AuthenticationListener | undefined
}

const staleTokenMessage = some(
  'authenticate: the new token has expired, or expires no later than the last one; check the clock',
)

/** The same token, which is used until it expires, because the service refuses to issue another one. */
const withoutRenewal = ({ token, life }: IssuedToken): IssuedToken => ({
  token,
  life: { ...life, renews: life.expires },
})

/**
 * Holds a user's current token, and runs at most one authentication at a time.
 *
 * It is a class so that the instances of thousands of users share their methods. Members that are rarely needed are created
 * on demand.
 */
export class TokenCache {
  readonly #parts: ClientParts
  readonly #open: () => Authentication
  readonly #config: ListenerConfig
  /** The user's token in the token store, if there is a store. */
  readonly #shared: SharedToken | undefined
  readonly #refusals: RefusalBackoff
  readonly #issued$ = new Subject<AccessToken>()
  readonly #forgotten$ = new Subject<void>()
  readonly #aborted$ = new Subject<void>()
  /** The request number of the authentication that waits for permits; 0 if none does. */
  readonly #queuedNumber$ = new BehaviorSubject(0)
  #current: Option<IssuedToken> = none
  /** The user of the latest token. */
  #userUuid: string | undefined
  /** The authentication in flight, if there is one. */
  #authentication$: Observable<IssuedToken> | undefined
  #wakes$: Observable<unknown> | undefined
  /** The priority with which the next authentication is sent. */
  #priority: Priority = 'interactive'
  /** The request number of the newest authentication. */
  #number = 0
  /** Promotes the authentication in flight. */
  #promote: Connection['promote'] | undefined
  #backoff: RenewalBackoff | undefined

  constructor(parts: ClientParts, open: () => Authentication, config: ListenerConfig = {}, shared?: SharedToken) {
    this.#parts = parts
    this.#open = open
    this.#config = config
    this.#shared = shared
    this.#refusals = new RefusalBackoff(parts.clock)
  }

  /** The token in use, or `None` if there is none or it has ended. */
  liveToken(): Option<IssuedToken> {
    const current = this.#current
    // An ended token is dropped for good, because a clock that is set back would make it valid again.
    // #sabotage: dead-token
    if (isSome(current) && timeLeft(current.value.life, this.#parts.clock) <= 0) this.#current = none
    return this.#current
  }

  /** Hot. Emits each token when it comes into use, unless an earlier subscriber has already caused its replacement. */
  get issued$(): Observable<AccessToken> {
    return this.#issued$.pipe(filter((token) => this.isInUse(token)))
  }

  /** Hot. Emits when the next renewal may be due: when the token in use is forgotten, and at each hint of `clock.wakeUp$`. */
  get interrupts$(): Observable<unknown> {
    return this.#parts.clock.wakeUp$ === undefined ? this.#forgotten$ : merge(this.#forgotten$, this.wakes$)
  }

  /**
   * Hot. Emits at each hint of `clock.wakeUp$`, after which a failed authentication is retried sooner, see `RenewalBackoff`.
   */
  get wakes$(): Observable<unknown> {
    const { clock } = this.#parts
    return (this.#wakes$ ??=
      clock.wakeUp$ === undefined
        ? NEVER
        : wakes(clock).pipe(
            tap(() => this.#backoff?.wake()),
            share(),
          ))
  }

  /**
   * Whether a token replaces the one in use. A token of a new user always does, because it is issued only after the user was
   * deleted and created again. A token from the store does not for that reason: it may be older than the one in use.
   */
  private isFresher({ token, life, isFromStore }: IssuedToken): boolean {
    const current = this.liveToken()
    const isLater =
      isNone(current) ||
      life.expires.monotonic > current.value.life.expires.monotonic ||
      (isFromStore !== true && this.hasNewUser(token))
    return isLater && timeLeft(life, this.#parts.clock) >= minLife
  }

  /** Whether a token belongs to a new user, because the previous one was deleted and created again. */
  private hasNewUser({ user }: AccessToken): boolean {
    return this.#userUuid !== undefined && this.#userUuid !== user.uuid.toLowerCase()
  }

  private setCurrent(candidate: IssuedToken, httpRequest: HttpRequest): void {
    if (!this.isFresher(candidate)) throw new TokenUnavailable({ waited: 0, last: staleTokenMessage })
    const hasNewUser = this.hasNewUser(candidate.token)
    this.#userUuid = candidate.token.user.uuid.toLowerCase()
    this.#current = some(candidate)
    this.#authentication$ = undefined
    this.#backoff = undefined
    noteClientToken(this.#parts.client)
    this.#refusals.noteToken(candidate)
    this.#config.listener?.onToken(httpRequest.number, () => this.isLive(candidate.token))
    // #sabotage: event-secret
    this.#parts.emit(httpRequest, () => ({ _tag: 'TokenRenewed', expires_at: candidate.token.expires_at }))
    if (hasNewUser) this.#parts.emit(httpRequest, () => ({ _tag: 'UserReplaced' }))
    this.#issued$.next(candidate.token)
  }

  private backOff(error: unknown, httpRequest: HttpRequest): void {
    const { clock, emit, random } = this.#parts
    this.#authentication$ = undefined
    noteClientFailure(this.#parts.client, error)
    this.#backoff ??= new RenewalBackoff(clock)
    const delay = this.#backoff.noteFailure(error, random)
    if (isNone(delay)) this.#current = mapOption(withoutRenewal)(this.#current)
    if (isClientError(error)) emit(httpRequest, () => ({ _tag: 'TokenFailed', error, delay }))
  }

  private sendAuthentication(): Observable<IssuedToken> {
    const { connection, request } = this.#open()
    const httpRequest = toHttpRequest(connection, request)
    this.#number = httpRequest.number
    this.#promote = connection.promote
    const onQueue = (isQueued: boolean) => {
      this.noteQueue(httpRequest.number, isQueued)
    }
    const issue$ = defer(() => issueToken(connection, request, { ...httpRequest, priority: this.#priority, onQueue }))
    const sharedToken$ = this.#shared?.obtain(
      issue$,
      (candidate) => this.isFresher(candidate),
      httpRequest,
      isNone(this.liveToken()),
    )
    return (sharedToken$ ?? issue$).pipe(
      tap((candidate) => this.setCurrent(candidate, httpRequest)),
      tap({ error: (error: unknown) => this.backOff(error, httpRequest) }),
      finalize(() => {
        onQueue(false)
        if (this.#number === httpRequest.number) this.#promote = undefined
        this.#config.listener?.onEnd(httpRequest.number)
      }),
    )
  }

  private startAuthentication(): Observable<IssuedToken> {
    const token$ = defer(() => this.sendAuthentication()).pipe(takeUntil(this.#aborted$), take(1))
    // `takeUntil` completes before it aborts the request. `concat` completes after that, so that a subscriber that
    // authenticates again on completion never has two requests in flight.
    const authentication$: Observable<IssuedToken> = concat(token$).pipe(
      finalize(() => {
        if (this.#authentication$ === authentication$) this.#authentication$ = undefined
      }),
      // #sabotage: nobody-waits
      share(),
    )
    return authentication$
  }

  /** Forgets the token in use, and aborts an authentication in flight. */
  forget(): void {
    this.#current = none
    this.#authentication$ = undefined
    this.#aborted$.next()
    this.#shared?.forget()
    this.#forgotten$.next()
  }

  private isInUse(token: AccessToken): boolean {
    return isSome(this.#current) && this.#current.value.token === token
  }

  /**
   * Authenticates once for all subscribers during the authentication, and emits the token that comes into use. The request
   * is interactive if one of the subscribers is. Completes without a token when the token in use is forgotten: the service
   * may refuse the token of an authentication in flight too.
   */
  authenticate(priority: Priority): Observable<IssuedToken> {
    return defer(() => {
      const isInFlight = this.isAuthenticating()
      // Takes effect even during an authentication, if it still waits for the token of another process.
      if (!isInFlight || priority === 'interactive') this.#priority = priority
      // #sabotage: single-flight
      const authentication$ = (this.#authentication$ ??= this.startAuthentication())
      if (!isInFlight || priority === 'background') return authentication$
      // Subscribed before the promotion, which may send the request and so end the authentication at once.
      return merge(authentication$, this.promotion())
    })
  }

  /** Promotes the authentication in flight, and completes. */
  private promotion(): Observable<never> {
    return defer(() => {
      this.#promote?.(this.#number)
      return EMPTY
    })
  }

  private noteQueue(number: number, isQueued: boolean): void {
    if (isQueued !== (this.#queuedNumber$.value === number)) this.#queuedNumber$.next(isQueued ? number : 0)
  }

  /** Whether the authentication waits for permits. */
  isQueued(): boolean {
    return this.#queuedNumber$.value > 0
  }

  /** Hot. Emits at once, and at each change, whether the authentication waits for permits. */
  get isQueued$(): Observable<boolean> {
    return this.#queuedNumber$.pipe(
      map((number) => number > 0),
      distinctUntilChanged(),
    )
  }

  /** Whether an authentication is in flight. */
  isAuthenticating(): boolean {
    return this.#authentication$ !== undefined
  }

  /** The milliseconds until the next attempt after a failed authentication. */
  msUntilRetry(): number {
    return this.#backoff?.msUntilRetry() ?? 0
  }

  /** The message of the last authentication's error. */
  lastFailure(): Option<string> {
    return this.#backoff?.lastFailure() ?? none
  }

  /** The error of the last authentication. */
  lastError(): unknown {
    return this.#backoff?.lastError()
  }

  /**
   * Whether the last authentication did not reach the service, and the service has never answered this client.
   */
  neverResponds(): boolean {
    return neverResponds(this.#parts.client, this.lastError())
  }

  /** Whether this token is in use and has not ended. */
  isLive(token: AccessToken): boolean {
    return this.isInUse(token) && isSome(this.liveToken())
  }

  /** Whether this token is in use and came from the token store. */
  isFromStore(token: AccessToken): boolean {
    return this.isInUse(token) && isSome(this.#current) && this.#current.value.isFromStore === true
  }

  /** Notes that the service accepted this token. */
  accept(token: AccessToken): void {
    if (this.isInUse(token)) this.#refusals.noteAccepted()
  }

  /** Notes that the service refused this token. Returns which token the request may use now. */
  refuse(token: AccessToken): Replay {
    if (!this.isInUse(token)) return 'another'
    const replay = this.#refusals.noteRefused()
    // #sabotage: refused-token
    if (replay === 'another') this.forget()
    return replay
  }
}
