import { none, type Option, some } from 'fp-ts/lib/Option.js'
import type { Clock } from '../../base/clock/Clock.js'
import { isClientError } from '../../base/error/ClientError.js'
import { isTransient } from '../../base/error/isTransient.js'
import { type BackoffConfig, equalJitter } from '../../http/backoff.js'
import type { Replay } from '../../http/policies/authorize.js'
import { requestedWait } from '../../http/retryAfter.js'

const minDelay = 30_000
const maxDelay = 600_000
/**
 * How many tokens in a row may be replaced immediately, if the service accepted each of them before it refused it.
 */
const maxImmediateReplacements = 3
/** The milliseconds for which a token counts as new, because some servers of the service may not know it yet. */
export const newTokenMs = 5000

/**
 * The pause in milliseconds after a number of refusals in a row: until it ends, the client's own token is not replaced,
 * and a supplied one is not used.
 */
export const pauseAfter = (refusals: number): number => Math.min(minDelay * 2 ** Math.min(refusals - 1, 10), maxDelay)

/**
 * Decides after each 401 whether the token is replaced at once, so that the client does not authenticate repeatedly
 * with a service that refuses every token.
 *
 * A token that came into use less than five seconds ago is new and is not replaced: requests are retried with it.
 *
 * The first refused token that is not new is replaced at once. A token that the service had accepted is also replaced
 * at once, up to three times within half a minute. A token that replaced a refused one and was never accepted is
 * replaced at the earliest half a minute after it was issued. With each further refusal this delay doubles, up to ten
 * minutes.
 */
export class RefusalBackoff {
  private isReplacing = false
  private issuedAt = -Infinity
  private isNew = false
  private wasAccepted = true
  private refusals = 0

  constructor(private readonly clock: Clock) {}

  private delay(): number {
    const { wasAccepted, refusals } = this
    return refusals < (wasAccepted ? maxImmediateReplacements : 1) ? 0 : pauseAfter(refusals)
  }

  /** Forgets earlier refusals if the token in use was accepted and is half a minute old. */
  private forgetEarlier(): void {
    if (this.wasAccepted && this.clock.monotonic() - this.issuedAt >= minDelay) this.refusals = 0
  }

  /**
   * Records that a token came into use. It counts as accepted if it does not replace a refused one. A token from a
   * store counts as accepted too, because another process may have used it, and is new only if this process has waited
   * for it.
   */
  recordToken({ isFromStore = false, wasAwaited = false } = {}): void {
    this.wasAccepted = isFromStore || !this.isReplacing
    this.issuedAt = this.clock.monotonic()
    this.isNew = !isFromStore || wasAwaited
    this.isReplacing = false
  }

  /** Records that the service accepted the token in use. */
  recordAccepted(): void {
    this.wasAccepted = true
    this.forgetEarlier()
  }

  /** Records that the service refused the token in use. Returns `another` if the token must be replaced now. */
  recordRefused(): Replay {
    const age = this.clock.monotonic() - this.issuedAt
    // #sabotage: new-token
    if (this.isNew && age < newTokenMs) return 'same'
    this.forgetEarlier()
    if (age < this.delay()) return 'none'
    this.isReplacing = true
    this.refusals++
    return 'another'
  }
}

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
   * Records that an authentication failed. Returns the milliseconds until the next one; `None` if the error is not
   * transient.
   */
  recordFailure(error: unknown, random: () => number): Option<number> {
    const now = this.clock.monotonic()
    const isTemporary = isTransient(error)
    // #sabotage: authentication-asked-wait
    const serverWait = isTemporary ? requestedWait(error) : 0
    const wait = isTemporary ? Math.max(serverWait, equalJitter(backoff, this.failures++, random)) : 0
    this.retryAt = now + wait
    // #sabotage: wake-asked-wait
    this.retryAtAfterWakeUp = now + Math.min(wait, Math.max(serverWait, backoff.minDelay))
    this.error = error
    return isTemporary ? some(wait) : none
  }

  /** The milliseconds until the next attempt. */
  msUntilRetry(): number {
    // #sabotage: next-authentication
    return Math.max(this.retryAt - this.clock.monotonic(), 0)
  }

  /**
   * Brings the next authentication forward, because a clock may have jumped or the network may be back. It is then due
   * a second after the failed one, or after the wait that the service has requested.
   */
  wake(): void {
    this.retryAt = Math.min(this.retryAt, this.retryAtAfterWakeUp)
  }

  /** The message of the last attempt's error. */
  lastErrorMessage(): Option<string> {
    if (!isClientError(this.error)) return none
    return this.error._tag === 'TokenUnavailable' ? this.error.last : some(this.error.message)
  }

  /** The error of the last attempt. */
  lastError(): unknown {
    return this.error
  }
}
