import { isNone, isSome } from 'fp-ts/lib/Option.js'
import { catchError, concatMap, defer, EMPTY, type Observable, Subscription, throwError } from 'rxjs'
import type { Clock } from '../clock/Clock.js'
import { arm } from '../clock/delay.js'
import { until } from '../clock/Moment.js'
import { isTransient } from '../error/isTransient.js'
import type { Priority } from '../http/HttpRequest.js'
import { whenActive } from '../http/policies/pause.js'
import type { IssuedToken } from './issueToken.js'
import { LightSubject } from './LightSubject.js'
import type { IssueConfig, TokenCache } from './TokenCache.js'

/** How a token is kept fresh. */
export interface RenewalConfig extends IssueConfig {
  /** Whether the timer of a subscribed `token$` keeps a Node process alive. */
  readonly keepAlive: boolean
  /** While its latest value is `false`, a subscribed `token$` renews nothing. */
  readonly active$: Observable<boolean>
}

/** The longest delay of one timer: timers stand still while the machine sleeps, and the clocks are read soon after it. */
const longestTimer = 30_000

/**
 * Renews the token of one user before it ends, for as long as there are subscribers.
 *
 * There is one for each user, of whom there may be thousands. It is a class so that its methods are shared, and between
 * two renewals it holds little but a timer.
 */
export class TokenRenewal {
  private readonly failures = new LightSubject<never>()
  /** The timer to the next step, or the authentication in flight. */
  private step = Subscription.EMPTY

  constructor(
    private readonly clock: Clock,
    private readonly cache: TokenCache,
    private readonly config: RenewalConfig,
  ) {}

  /** Hot. Emits nothing. Errors when a renewal fails for good and the token in use has ended. */
  get failures$(): Observable<never> {
    return this.failures.values$
  }

  /** Whether somebody is subscribed. */
  get observed(): boolean {
    return this.failures.observed
  }

  /**
   * Authenticates, and emits the token that is in use then. Completes without one where a failure needs nobody's attention:
   * it is transient, or the token in use still lives.
   */
  renew(priority: Priority): Observable<IssuedToken> {
    const { cache } = this
    return cache
      .renew(priority)
      .pipe(
        catchError((error: unknown) => (isSome(cache.live()) || isTransient(error) ? EMPTY : throwError(() => error))),
      )
  }

  /** Begins to renew, unless it has begun. */
  start(): void {
    if (this.step.closed) this.next()
  }

  /** Ends it when nobody is subscribed any more. */
  stopUnobserved(): void {
    if (!this.observed) this.step.unsubscribe()
  }

  private untilRenewal(): number {
    const { clock, cache } = this
    const live = cache.live()
    return isNone(live) ? cache.untilRetry() : Math.max(until(live.value.life.renews, clock), cache.untilRetry())
  }

  /** Waits for a while, or renews what is due; and then the same again. */
  private next(): void {
    const step = (this.step = new Subscription())
    const again = (): void => {
      if (step.closed) return
      step.unsubscribe()
      this.next()
    }
    const wait = this.untilRenewal()
    if (wait > 0) this.wait(step, Math.min(wait, longestTimer), again)
    else this.renewWhenActive(step, again)
  }

  private wait(step: Subscription, ms: number, again: () => void): void {
    const { clock, cache, config } = this
    step.add(arm(clock, ms, again, config))
    step.add(cache.forgotten$.subscribe(again))
    if (clock.wake$) step.add(cache.wakes$.subscribe(again))
  }

  private renewWhenActive(step: Subscription, again: () => void): void {
    // Others may have renewed the token while `active$` held this back.
    const renewed = defer(() => (this.untilRenewal() > 0 ? EMPTY : this.renew('background')))
    step.add(
      whenActive(this.config.active$)
        .pipe(concatMap(() => renewed))
        .subscribe({
          complete: again,
          error: (error: unknown) => {
            if (step.closed) return
            step.unsubscribe()
            this.failures.error(error)
          },
        }),
    )
  }
}
