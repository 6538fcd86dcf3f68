import { isNone } from 'fp-ts/lib/Option.js'
import { concatMap, defer, EMPTY, type Observable, Subscription } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { arm } from '../../base/clock/delay.js'
import { until } from '../../base/clock/Moment.js'
import { isTransient } from '../../base/error/isTransient.js'
import type { Priority } from '../../http/HttpRequest.js'
import { whenActive } from '../../http/policies/pause.js'
import { relay, RelaySource } from '../../http/relay.js'
import type { IssuedToken } from './issueToken.js'
import { LightSubject } from './LightSubject.js'
import type { IssueConfig, TokenCache } from './TokenCache.js'

/** How a token is renewed. */
export interface RenewalConfig extends IssueConfig {
  /** Whether the timer of a subscribed `token$` keeps a Node process alive. */
  readonly keepAlive: boolean
  /** While its latest value is `false`, a subscribed `token$` renews nothing. */
  readonly active$: Observable<boolean>
}

/**
 * The longest delay of one timer. Timers stand still while the machine sleeps; after a sleep the clocks are read again
 * within this time.
 */
const longestTimer = 30_000

/**
 * Renews the token of one user before it ends, for as long as there are subscribers.
 *
 * There is one instance for each user, and there may be thousands of users. It is a class so that the instances share
 * their methods; between two renewals an instance holds little more than a timer.
 */
export class TokenRenewal {
  private readonly failures = new LightSubject<never>()
  /** The subscription of the timer that runs, or of the authentication in flight. */
  private step = Subscription.EMPTY

  constructor(
    private readonly clock: Clock,
    private readonly cache: TokenCache,
    private readonly config: RenewalConfig,
  ) {}

  /**
   * Hot. Emits no value. Errors when a renewal fails with an error that is not transient and the token in use has
   * ended.
   */
  get failures$(): Observable<never> {
    return this.failures.values$
  }

  /** Whether there is a subscriber. */
  get observed(): boolean {
    return this.failures.observed
  }

  /**
   * Authenticates and emits the token that comes into use. Completes without a token after a failure that subscribers
   * need not see, because it is transient or because the token in use has not ended.
   */
  renew(priority: Priority): Observable<IssuedToken> {
    const { cache } = this
    return new RelaySource((subscriber) => {
      relay(cache.renew(priority), subscriber, {
        error: (error) => {
          if (isNone(cache.live()) && !isTransient(error)) throw error
          subscriber.complete()
        },
      })
    })
  }

  /** Starts the renewals, unless they have started. */
  start(): void {
    if (this.step.closed) this.next()
  }

  /** Stops the renewals if there are no subscribers. */
  stopUnobserved(): void {
    if (!this.observed) this.step.unsubscribe()
  }

  private untilRenewal(): number {
    const { clock, cache } = this
    const live = cache.live()
    return isNone(live) ? cache.untilRetry() : Math.max(until(live.value.life.renews, clock), cache.untilRetry())
  }

  /** Waits until the renewal is due or renews the token, and then calls itself again. */
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
    // The token may have been renewed elsewhere while this renewal waited for `active$`.
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
