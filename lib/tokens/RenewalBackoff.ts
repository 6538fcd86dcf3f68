import { none, type Option, some } from 'fp-ts/lib/Option.js'
import type { Clock } from '../clock/Clock.js'
import { isClientError } from '../error/ClientError.js'
import { isTransient } from '../error/isTransient.js'
import { type BackoffConfig, equalJitter } from '../http/backoff.js'
import { waitAsked } from '../http/waitAsked.js'

const backoff: BackoffConfig = { minDelay: 1000, maxDelay: 60_000 }

/**
 * When an authentication that has failed is tried again, and what it failed with.
 *
 * There is one for each user whose last authentication failed. It is a class so that its methods are shared.
 */
export class RenewalBackoff {
  private failures = 0
  private retryAt = 0
  private retryAtAfterWake = 0
  private failure: Option<string> = none
  private error: unknown

  constructor(private readonly clock: Clock) {}

  /** An attempt has failed. Gives the milliseconds to the next one, or `None` for an error that is not transient. */
  failed(error: unknown, random: () => number): Option<number> {
    const now = this.clock.monotonic()
    const willPass = isTransient(error)
    // #sabotage: authentication-asked-wait
    const asked = willPass ? waitAsked(error) : 0
    const wait = willPass ? Math.max(asked, equalJitter(backoff, this.failures++, random)) : 0
    this.retryAt = now + wait
    // #sabotage: wake-asked-wait
    this.retryAtAfterWake = now + Math.min(wait, Math.max(asked, backoff.minDelay))
    this.error = error
    if (isClientError(error)) this.failure = error._tag === 'TokenUnavailable' ? error.last : some(error.message)
    return willPass ? some(wait) : none
  }

  /** Milliseconds to the next attempt. */
  untilRetry(): number {
    // #sabotage: next-authentication
    return Math.max(this.retryAt - this.clock.monotonic(), 0)
  }

  /**
   * Time may have leapt or the network may be back: the next attempt is made a second after the one that failed, or as
   * long after it as the service asked to wait, unless it is due before that.
   */
  wake(): void {
    this.retryAt = Math.min(this.retryAt, this.retryAtAfterWake)
  }

  /** What the last attempt failed with, in words. */
  lastFailure(): Option<string> {
    return this.failure
  }

  /** What the last attempt failed with. */
  lastError(): unknown {
    return this.error
  }
}
