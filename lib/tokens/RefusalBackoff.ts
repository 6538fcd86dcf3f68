import type { Clock } from '../clock/Clock.js'

const firstDelay = 30_000
const longestDelay = 600_000
/**
 * How many tokens may be replaced at once in close succession, if the service accepted each of them before it refused
 * it.
 */
const replacedAtOnce = 3

/**
 * Decides on each 401 whether the token is replaced at once, so that a service which refuses every token does not
 * receive one authentication after the other.
 *
 * The first refused token is replaced at once. A token that was accepted before it was refused is replaced at once too,
 * up to three times within half a minute. A token that replaced a refused one, and was refused without having been
 * accepted, is replaced no sooner than half a minute after it was issued. This delay doubles, up to ten minutes, with
 * each further refusal.
 *
 * There is one instance for each user, and there may be thousands of users. It is a class so that the instances share
 * their methods.
 */
export class RefusalBackoff {
  private isReplacing = false
  private issuedAt = 0
  private wasAccepted = true
  private refusals = 0

  constructor(private readonly clock: Clock) {}

  private delay(): number {
    const { wasAccepted, refusals } = this
    return refusals < (wasAccepted ? replacedAtOnce : 1)
      ? 0
      : Math.min(firstDelay * 2 ** Math.min(refusals - 1, 10), longestDelay)
  }

  /** Forgets earlier refusals once the token in use was accepted and is half a minute old. */
  private forgetEarlier(): void {
    if (this.wasAccepted && this.clock.monotonic() - this.issuedAt >= firstDelay) this.refusals = 0
  }

  /**
   * Notes that a token came into use. A token that does not replace a refused one counts as accepted, and so does one that
   * another process issued: it may have been accepted there long ago.
   */
  issued(isAdopted = false): void {
    this.wasAccepted = isAdopted || !this.isReplacing
    this.issuedAt = this.clock.monotonic()
    this.isReplacing = false
  }

  /** Notes that the service accepted the token in use. */
  accepted(): void {
    this.wasAccepted = true
    this.forgetEarlier()
  }

  /** Notes that the service refused the token in use. Returns whether the token is to be replaced now. */
  refused(): boolean {
    this.forgetEarlier()
    if (this.clock.monotonic() - this.issuedAt < this.delay()) return false
    this.isReplacing = true
    this.refusals++
    return true
  }
}
