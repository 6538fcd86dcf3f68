import { isNone, isSome, map as mapOption, none, type Option, some } from 'fp-ts/lib/Option.js'
import {
  defer,
  EMPTY,
  finalize,
  map,
  merge,
  NEVER,
  type Observable,
  of,
  share,
  Subject,
  switchAll,
  take,
  tap,
} from 'rxjs'
import type { Clock } from '../clock/Clock.js'
import { wakes } from '../clock/wakes.js'
import { isClientError } from '../error/ClientError.js'
import { isTransient } from '../error/isTransient.js'
import { TokenUnavailable } from '../error/TokenUnavailable.js'
import { type BackoffConfig, equalJitter } from '../http/backoff.js'
import type { Connection } from '../http/Connection.js'
import type { HttpRequest, Priority } from '../http/HttpRequest.js'
import type { Request } from '../http/Request.js'
import { toHttpRequest } from '../http/toHttpRequest.js'
import { waitAsked } from '../http/waitAsked.js'
import type { AccessToken } from '../model/AccessToken.js'
import { Audience } from './Audience.js'
import { type IssuedToken, issueToken } from './issueToken.js'
import { type Refusals, refusals } from './refusals.js'
import { shortestLife, timeLeft } from './tokenLife.js'

/** The token in use, and the one way to another. */
export interface HeldToken {
  /** The token in use, while it lives. */
  readonly live: () => Option<IssuedToken>
  /** Hot. Each token as it comes into use. */
  readonly issued$: Observable<AccessToken>
  /** Hot. Emits when the token in use is forgotten. */
  readonly forgotten$: Observable<void>
  /**
   * Authenticates, once for all who subscribe meanwhile, and emits what then is in use; in the background, unless one of
   * them is interactive. Completes empty when the token is forgotten: what was asked for before may have been refused
   * with it.
   */
  readonly renew: (priority: Priority) => Observable<IssuedToken>
  /** Whether an authentication is in flight. */
  readonly isRenewing: () => boolean
  /** Milliseconds to the next attempt at a failed renewal. */
  readonly untilRetry: () => number
  /**
   * Hot. Emits when the platform hints that time may have leapt or the network is back: then no attempt waits for longer
   * than a second, or the service asked, after the one that failed.
   */
  readonly wakes$: Observable<unknown>
  /** What the last attempt failed with, in words. */
  readonly lastFailure: () => Option<string>
  /** Forgets the token in use. */
  readonly forget: () => void
  /** Whether this token is in use and lives. */
  readonly lives: (token: AccessToken) => boolean
  /** The service accepted this token. */
  readonly accept: (token: AccessToken) => void
  /** The service refused this token; answers whether another may be asked for. */
  readonly refuse: (token: AccessToken) => boolean
}

const backoff: BackoffConfig = { minDelay: 1000, maxDelay: 60_000 }

const notFresher = some('authenticate: the token has ended, or is not fresher than the last; check the clock')

/** What the service does not renew is used to its end. */
const usedUp = ({ token, life }: IssuedToken): IssuedToken => ({ token, life: { ...life, renews: life.expires } })

/** One a user, of whom there may be thousands: so its methods are shared, and what is seldom of use is made on demand. */
class Held implements HeldToken {
  private readonly judge: Refusals
  private readonly issued = new Audience<AccessToken>()
  private readonly forgotten = new Audience<void>()
  private readonly aborted = new Subject<void>()
  private current: Option<IssuedToken> = none
  private flight: Observable<IssuedToken> | undefined
  private hints: Observable<unknown> | undefined
  private mostUrgent: Priority = 'interactive'
  private failures = 0
  private retryAt = 0
  private hurriedRetryAt = 0
  private failure: Option<string> = none

  constructor(
    private readonly connection: Connection,
    private readonly request: Request<AccessToken>,
  ) {
    this.judge = refusals(connection.clock)
  }

  live(): Option<IssuedToken> {
    const { current } = this
    // What has ended stays so: clocks that leap back bring nothing to life.
    if (isSome(current) && timeLeft(current.value.life, this.connection.clock) <= 0) this.current = none
    return this.current
  }

  get issued$(): Observable<AccessToken> {
    return this.issued.told$
  }

  get forgotten$(): Observable<void> {
    return this.forgotten.told$
  }

  get wakes$(): Observable<unknown> {
    const { clock } = this.connection
    return (this.hints ??= clock.wake$ === undefined ? NEVER : this.hurried(clock))
  }

  private hurried(clock: Clock): Observable<unknown> {
    return wakes(clock).pipe(
      tap(() => {
        this.retryAt = Math.min(this.retryAt, this.hurriedRetryAt)
      }),
      share(),
    )
  }

  private isFresher({ life }: IssuedToken): boolean {
    const held = this.live()
    const later = isNone(held) || life.expires.monotonic > held.value.life.expires.monotonic
    return later && timeLeft(life, this.connection.clock) >= shortestLife
  }

  private use(candidate: IssuedToken, httpRequest: HttpRequest): void {
    if (!this.isFresher(candidate)) throw new TokenUnavailable({ waited: 0, last: notFresher })
    this.current = some(candidate)
    this.flight = undefined
    this.failures = 0
    this.failure = none
    this.judge.issued()
    this.connection.emit(httpRequest, () => ({ _tag: 'TokenRenewed', expires_at: candidate.token.expires_at }))
    this.issued.tell(candidate.token, () => this.isInUse(candidate.token))
  }

  private backOff(error: unknown, httpRequest: HttpRequest): void {
    const { clock, emit, random } = this.connection
    this.flight = undefined
    const passes = isTransient(error)
    const asked = passes ? waitAsked(error) : 0
    const wait = passes ? Math.max(asked, equalJitter(backoff, this.failures++, random)) : 0
    this.retryAt = clock.monotonic() + wait
    this.hurriedRetryAt = clock.monotonic() + Math.min(wait, Math.max(asked, backoff.minDelay))
    if (!passes) this.current = mapOption(usedUp)(this.current)
    if (!isClientError(error)) return
    this.failure = error._tag === 'TokenUnavailable' ? error.last : some(error.message)
    emit(httpRequest, () => ({ _tag: 'TokenFailed', error, delay: passes ? some(wait) : none }))
  }

  private authenticate(): Observable<IssuedToken> {
    const { connection, request } = this
    const httpRequest = { ...toHttpRequest(connection, request), priority: this.mostUrgent }
    return issueToken(connection, request, httpRequest).pipe(
      tap((candidate) => {
        this.use(candidate, httpRequest)
      }),
      tap({
        error: (error: unknown) => {
          this.backOff(error, httpRequest)
        },
      }),
    )
  }

  private start(): Observable<IssuedToken> {
    /** Unlike `takeUntil`, it aborts before it completes: who then asks again does not ask beside it. */
    const untilAborted = merge(
      this.aborted.pipe(
        take(1),
        map(() => EMPTY),
      ),
      of(defer(() => this.authenticate())),
    ).pipe(switchAll(), take(1))
    const started: Observable<IssuedToken> = untilAborted.pipe(
      finalize(() => {
        if (this.flight === started) this.flight = undefined
      }),
      share(),
    )
    return started
  }

  forget(): void {
    this.current = none
    this.flight = undefined
    this.aborted.next()
    this.forgotten.tell()
  }

  private isInUse(token: AccessToken): boolean {
    return this.current._tag === 'Some' && this.current.value.token === token
  }

  renew(priority: Priority): Observable<IssuedToken> {
    return defer(() => {
      if (this.flight === undefined) this.mostUrgent = priority
      else if (priority === 'interactive') this.connection.raise()
      return (this.flight ??= this.start())
    })
  }

  isRenewing(): boolean {
    return this.flight !== undefined
  }

  untilRetry(): number {
    return Math.max(this.retryAt - this.connection.clock.monotonic(), 0)
  }

  lastFailure(): Option<string> {
    return this.failure
  }

  lives(token: AccessToken): boolean {
    return this.isInUse(token) && isSome(this.live())
  }

  accept(token: AccessToken): void {
    if (this.isInUse(token)) this.judge.accepted()
  }

  refuse(token: AccessToken): boolean {
    if (!this.isInUse(token)) return true
    if (!this.judge.refused()) return false
    this.forget()
    return true
  }
}

/** Holds one user's token. */
export const heldToken = (connection: Connection, request: Request<AccessToken>): HeldToken =>
  new Held(connection, request)
