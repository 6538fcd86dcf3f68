import { isNone, isSome } from 'fp-ts/lib/Option.js'
import {
  catchError,
  concatMap,
  defer,
  EMPTY,
  finalize,
  ignoreElements,
  map,
  merge,
  Observable,
  of,
  repeat,
  Subscription,
  take,
  throwError,
} from 'rxjs'
import type { Clock } from '../clock/Clock.js'
import { arm, delay } from '../clock/delay.js'
import { until } from '../clock/Moment.js'
import { isTransient } from '../error/isTransient.js'
import type { Connection } from '../http/Connection.js'
import type { Priority } from '../http/HttpRequest.js'
import type { TokenSource } from '../http/policies/authorize.js'
import { whenActive } from '../http/policies/pause.js'
import type { Request } from '../http/Request.js'
import type { AccessToken } from '../model/AccessToken.js'
import { Audience } from './Audience.js'
import { type HeldToken, heldToken } from './heldToken.js'
import type { IssuedToken } from './issueToken.js'
import { withPatience } from './withPatience.js'

/** The tokens of one user: one that lives for whoever needs it, and a stream of them. */
export interface AccessTokens extends TokenSource {
  /** Shared. The machine behind a user's `token$`, where its contract stands. */
  readonly token$: Observable<AccessToken>
  /**
   * Forgets the token, unless it is another user's than the one named: the next one who needs it, or whoever is
   * subscribed, gets one that is asked for from now on.
   */
  readonly invalidate: (userUuid?: string) => void
  /** Whether nobody uses it and nothing is kept. */
  readonly isIdle: () => boolean
}

/** How tokens are kept. */
export interface AccessTokensConfig {
  /** Whether the timer of a subscribed `token$` keeps a Node process alive. */
  readonly keepAlive: boolean
  /** While its latest value is `false`, a subscribed `token$` renews nothing. */
  readonly active$: Observable<boolean>
}

/** No timer sleeps longer: after a machine's sleep it is seen soon that time has passed. */
const tick = 30_000

/** One a user, of whom there may be thousands: so its methods are shared, and at rest it holds little but a timer. */
class Tokens implements AccessTokens {
  private readonly held: HeldToken
  private readonly watchers = new Audience<never>()
  private waiting = 0
  /** What keeps the token fresh while somebody watches. */
  private renewal = Subscription.EMPTY

  constructor(
    private readonly clock: Clock,
    connection: Connection,
    request: Request<AccessToken>,
    private readonly config: AccessTokensConfig,
  ) {
    this.held = heldToken(connection, request)
  }

  /** Completes empty where it is nobody's error: what passes, and anything while the token in use lives. */
  private renewed(priority: Priority): Observable<IssuedToken> {
    const { held } = this
    return held
      .renew(priority)
      .pipe(
        catchError((error: unknown) => (isSome(held.live()) || isTransient(error) ? EMPTY : throwError(() => error))),
      )
  }

  private untilRenewal(): number {
    const { clock, held } = this
    const kept = held.live()
    return isNone(kept) ? held.untilRetry() : Math.max(until(kept.value.life.renews, clock), held.untilRetry())
  }

  /** Waits until there may be something to do, or does it; and so on. */
  private keepFresh(): void {
    const renewal = (this.renewal = new Subscription())
    const again = (): void => {
      if (renewal.closed) return
      renewal.unsubscribe()
      this.keepFresh()
    }
    const wait = this.untilRenewal()
    if (wait > 0) this.pause(renewal, Math.min(wait, tick), again)
    else this.renewWhenActive(renewal, again)
  }

  private pause(renewal: Subscription, ms: number, again: () => void): void {
    const { clock, held, config } = this
    renewal.add(arm(clock, ms, again, config))
    renewal.add(held.forgotten$.subscribe(again))
    if (clock.wake$) renewal.add(held.wakes$.subscribe(again))
  }

  private renewWhenActive(renewal: Subscription, again: () => void): void {
    const renewed = defer(() => (this.untilRenewal() > 0 ? EMPTY : this.renewed('background')))
    renewal.add(
      whenActive(this.config.active$)
        .pipe(concatMap(() => renewed))
        .subscribe({
          complete: again,
          error: (error: unknown) => {
            if (renewal.closed) return
            renewal.unsubscribe()
            this.watchers.fail(error)
          },
        }),
    )
  }

  /** Renewals that somebody else sees to, or that are not due yet. */
  private isCaredFor({ life }: IssuedToken): boolean {
    const { clock, held } = this
    return until(life.renews, clock) > 0 || held.isRenewing() || held.untilRetry() > 0
  }

  private useWaitOrRenew(priority: Priority): Observable<AccessToken> {
    const { clock, held } = this
    const ready = this.ready()
    if (ready !== undefined) return of(ready)
    const wait = held.untilRetry()
    return wait > 0
      ? merge(delay(clock, wait), held.wakes$).pipe(take(1), ignoreElements())
      : this.renewed(priority).pipe(map(({ token }) => token))
  }

  /** What a subscriber gets whatever the time: the live token, or the next one, whose request is not put off. */
  private firstToken(): Observable<AccessToken> {
    const kept = this.held.live()
    if (isSome(kept)) return of(kept.value.token)
    return this.held.untilRetry() > 0 ? EMPTY : this.renewed('interactive').pipe(ignoreElements())
  }

  get token$(): Observable<AccessToken> {
    return new Observable((subscriber) => {
      this.watchers.told$.subscribe(subscriber)
      this.held.issued$.subscribe(subscriber)
      subscriber.add(
        this.firstToken().subscribe({
          next: (token) => {
            subscriber.next(token)
          },
          error: (error: unknown) => {
            subscriber.error(error)
          },
        }),
      )
      subscriber.add(() => {
        if (this.watchers.isEmpty()) this.renewal.unsubscribe()
      })
      if (!subscriber.closed && this.renewal.closed) this.keepFresh()
    })
  }

  ready(): AccessToken | undefined {
    const kept = this.held.live()
    return isSome(kept) && this.isCaredFor(kept.value) ? kept.value.token : undefined
  }

  take(patience: number, priority: Priority = 'interactive'): Observable<AccessToken> {
    const { clock, held } = this
    return defer(() => {
      const ready = this.ready()
      if (ready !== undefined) return of(ready)
      this.waiting++
      return defer(() => this.useWaitOrRenew(priority)).pipe(
        repeat(),
        take(1),
        withPatience(clock, patience, () => held.lastFailure()),
        catchError((error: unknown) => {
          const kept = held.live()
          return isSome(kept) ? of(kept.value.token) : throwError(() => error)
        }),
        finalize(() => this.waiting--),
      )
    })
  }

  lives(token: AccessToken): boolean {
    return this.held.lives(token)
  }

  refuse(token: AccessToken): boolean {
    return this.held.refuse(token)
  }

  accept(token: AccessToken): void {
    this.held.accept(token)
  }

  invalidate(userUuid?: string): void {
    const kept = this.held.live()
    const isTheirs = isSome(kept) && kept.value.token.user.uuid.toLowerCase() === userUuid?.toLowerCase()
    if (userUuid === undefined || isTheirs) this.held.forget()
  }

  isIdle(): boolean {
    return this.watchers.isEmpty() && this.waiting === 0 && isNone(this.held.live())
  }
}

/** Keeps one user's tokens: the machine behind {@link AccessTokens}. */
export const accessTokens = (
  connection: Connection,
  request: Request<AccessToken>,
  config: AccessTokensConfig,
): AccessTokens => new Tokens(connection.clock, connection, request, config)
