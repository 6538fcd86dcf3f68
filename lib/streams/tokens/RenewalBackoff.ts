import { none, type Option, some } from 'fp-ts/lib/Option.js'
import type { Clock } from '../../base/clock/Clock.js'
import { isClientError } from '../../base/error/ClientError.js'
import { isTransient } from '../../base/error/isTransient.js'
import { type BackoffConfig, equalJitter } from '../../http/backoff.js'
import { requestedWait } from '../../http/requestedWait.js'

const backoff: BackoffConfig = { minDelay: 1000, maxDelay: 60_000 }

/**
 * Remembers when a failed authentication is tried again, and the error that it failed with.
 */
export class RenewalBackoff {
  private failures = 0
  private retryAt = 0
  private retryAtAfterWake = 0
  private failure: Option<string> = none
  private error: unknown

  constructor(private readonly clock: Clock) {}

  /**
   * Notes that an attempt failed. Returns the milliseconds until the next attempt, or `None` if the error is not
   * transient.
   */
  noteFailure(error: unknown, random: () => number): Option<number> {
    const now = this.clock.monotonic()
    const isTemporary = isTransient(error)
    // #sabotage: authentication-asked-wait
    const askedWait = isTemporary ? requestedWait(error) : 0
    const wait = isTemporary ? Math.max(askedWait, equalJitter(backoff, this.failures++, random)) : 0
    this.retryAt = now + wait
    // #sabotage: wake-asked-wait
    this.retryAtAfterWake = now + Math.min(wait, Math.max(askedWait, backoff.minDelay))
    this.error = error
    if (isClientError(error)) this.failure = error._tag === 'TokenUnavailable' ? error.last : some(error.message)
    return isTemporary ? some(wait) : none
  }

  /** The milliseconds until the next attempt. */
  msUntilRetry(): number {
    // #sabotage: next-authentication
    return Math.max(this.retryAt - this.clock.monotonic(), 0)
  }

  /**
   * Brings the next attempt forward, because time may have leapt or the network may be back: it is made a second after
   * the attempt that failed, or after the wait that the service asked for, unless it is due before that.
   */
  wake(): void {
    this.retryAt = Math.min(this.retryAt, this.retryAtAfterWake)
  }

  /** The message of the last attempt's error. */
  lastFailure(): Option<string> {
    return this.failure
  }

  /** The error of the last attempt. */
  lastError(): unknown {
    return this.error
  }
}
