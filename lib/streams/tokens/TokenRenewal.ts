import { isNone } from 'fp-ts/lib/Option.js'
import {
  catchError,
  concatMap,
  defer,
  EMPTY,
  ignoreElements,
  type Observable,
  repeat,
  share,
  takeUntil,
  throwError,
} from 'rxjs'
import { type Clock, msUntil } from '../../base/clock/Clock.js'
import { delay } from '../../base/clock/delay.js'
import { isTransient } from '../../base/error/isTransient.js'
import type { Priority } from '../../http/HttpRequest.js'
import { whenActive } from '../../http/policies/pause.js'
import type { IssuedToken } from './issueToken.js'
import type { ListenerConfig, TokenCache } from './TokenCache.js'

/** The options of the renewal of a token. */
export interface RenewalConfig extends ListenerConfig {
  /** Whether the timer of a subscribed `token$` keeps a Node process alive. */
  readonly keepAlive: boolean
  /** While its latest value is `false`, a subscribed `token$` renews nothing. */
  readonly active$: Observable<boolean>
}

/**
 * The longest delay of one timer, in milliseconds. Timers stand still while the machine sleeps, so after a sleep the
 * clocks are read again within this time.
 */
const maxTimer = 30_000

/** Renews the token of one user before it expires, as long as there are subscribers. */
export class TokenRenewal {
  /**
   * Shared. Emits no value. Errors when a renewal fails with an error that is not transient and the token in use has
   * expired.
   */
  readonly renewals$: Observable<never> = defer(() => this.waitOrRenew()).pipe(repeat(), share())

  constructor(
    private readonly clock: Clock,
    private readonly cache: TokenCache,
    private readonly config: RenewalConfig,
  ) {}

  /**
   * Authenticates and emits the token that comes into use. Completes without a token after a transient error, or if the
   * token in use has not expired.
   */
  renew(priority: Priority): Observable<IssuedToken> {
    const { cache } = this
    return cache
      .authenticate(priority)
      .pipe(
        catchError((error: unknown) =>
          isNone(cache.liveToken()) && !isTransient(error) ? throwError(() => error) : EMPTY,
        ),
      )
  }

  private untilRenewal(): number {
    const { clock, cache } = this
    const liveToken = cache.liveToken()
    return isNone(liveToken)
      ? cache.msUntilRetry()
      : Math.max(msUntil(liveToken.value.life.renews, clock), cache.msUntilRetry())
  }

  private waitOrRenew(): Observable<never> {
    const { clock, cache, config } = this
    const wait = this.untilRenewal()
    if (wait > 0)
      return delay(clock, Math.min(wait, maxTimer), config).pipe(ignoreElements(), takeUntil(cache.interrupts$))
    // Another caller may have renewed the token while this renewal waited for `active$`.
    const renewed = defer(() => (this.untilRenewal() > 0 ? EMPTY : this.renew('background')))
    return whenActive(config.active$).pipe(
      concatMap(() => renewed),
      ignoreElements(),
    )
  }
}
