import type { Clock } from '../../base/clock/Clock.js'
import type { Replay } from '../../http/policies/authorize.js'

const minDelay = 30_000
const maxDelay = 600_000
/**
 * How many tokens may be replaced at once in close succession, if the service accepted each of them before it refused
 * it.
 */
const maxReplacedAtOnce = 3
/** The milliseconds within which all servers of the service should know a new token. */
export const newTokenMs = 5000

/** How long a token that was refused is not replaced, or not used, after a number of refusals in a row, which is 1 or more. */
export const pauseAfter = (refusals: number): number => Math.min(minDelay * 2 ** Math.min(refusals - 1, 10), maxDelay)

/**
 * Decides on each 401 whether the token is replaced at once, so that a service which refuses every token does not
 * receive one authentication after the other.
 *
 * A new token, which came into use less than five seconds ago, is not replaced: some servers of the service may not know
 * it yet. Requests are sent again with it.
 *
 * The first older token that is refused is replaced at once. A token that was accepted before it was refused is replaced at once too,
 * up to three times within half a minute. A token that replaced a refused one, and was refused without having been
 * accepted, is replaced no sooner than half a minute after it was issued. This delay doubles, up to ten minutes, with
 * each further refusal.
 */
export class RefusalBackoff {
  private isReplacing = false
  private issuedAt = 0
  private isNew = false
  private wasAccepted = true
  private refusals = 0

  constructor(private readonly clock: Clock) {}

  private delay(): number {
    const { wasAccepted, refusals } = this
    return refusals < (wasAccepted ? maxReplacedAtOnce : 1) ? 0 : pauseAfter(refusals)
  }

  /** Forgets earlier refusals once the token in use was accepted and is half a minute old. */
  private forgetEarlier(): void {
    if (this.wasAccepted && this.clock.monotonic() - this.issuedAt >= minDelay) this.refusals = 0
  }

  /**
   * Notes that a token came into use. A token that does not replace a refused one counts as accepted, and so does one that
   * another process issued: it may have been accepted there long ago. Such a token is new only if this process has waited
   * for it.
   */
  noteToken({ isAdopted: isFromStore = false, wasAwaited = false } = {}): void {
    this.wasAccepted = isFromStore || !this.isReplacing
    this.issuedAt = this.clock.monotonic()
    this.isNew = !isFromStore || wasAwaited
    this.isReplacing = false
  }

  /** Notes that the service accepted the token in use. */
  noteAccepted(): void {
    this.wasAccepted = true
    this.forgetEarlier()
  }

  /** Notes that the service refused the token in use. Returns `another` if the token is to be replaced now. */
  noteRefused(): Replay {
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
