import { none, type Option, some } from 'fp-ts/lib/Option.js'
import type { Clock } from '../../base/clock/Clock.js'
import { isClientError } from '../../base/error/ClientError.js'
import { isTransient } from '../../base/error/isTransient.js'
import { type BackoffConfig, equalJitter } from '../../http/backoff.js'
import { requestedWait } from '../../http/requestedWait.js'

const backoff: BackoffConfig = { minDelay: 1000, maxDelay: 60_000 }

/**
 * Decides when a failed authentication is tried again, and remembers its error.
 */
export class RenewalBackoff {
  private failures = 0
  private retryAt = -Infinity
  private retryAtAfterWakeUp = -Infinity
  private error: unknown

  constructor(private readonly clock: Clock) {}

  /**
   * Notes that an authentication failed. Returns the milliseconds until the next one; `None` if the error is not transient.
   */
  noteFailure(error: unknown, random: () => number): Option<number> {
    const now = this.clock.monotonic()
    const isTemporary = isTransient(error)
    // #sabotage: authentication-asked-wait
    const askedWait = isTemporary ? requestedWait(error) : 0
    const wait = isTemporary ? Math.max(askedWait, equalJitter(backoff, this.failures++, random)) : 0
    this.retryAt = now + wait
    // #sabotage: wake-asked-wait
    this.retryAtAfterWakeUp = now + Math.min(wait, Math.max(askedWait, backoff.minDelay))
    this.error = error
    return isTemporary ? some(wait) : none
  }

  /** The milliseconds until the next attempt. */
  msUntilRetry(): number {
    // #sabotage: next-authentication
    return Math.max(this.retryAt - this.clock.monotonic(), 0)
  }

  /**
   * Brings the next authentication forward, because a clock may have jumped or the network may be back. It is then due a
   * second after the failed one, or after the wait that the service has asked for.
   */
  wake(): void {
    this.retryAt = Math.min(this.retryAt, this.retryAtAfterWakeUp)
  }

  /** The message of the last attempt's error. */
  lastFailure(): Option<string> {
    if (!isClientError(this.error)) return none
    return this.error._tag === 'TokenUnavailable' ? this.error.last : some(this.error.message)
  }

  /** The error of the last attempt. */
  lastError(): unknown {
    return this.error
  }
}
