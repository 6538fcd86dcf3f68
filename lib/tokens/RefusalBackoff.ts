import type { Clock } from '../clock/Clock.js'

const firstDelay = 30_000
const longestDelay = 600_000
/** How many tokens in close succession are replaced at once, if the service accepted each before it refused it. */
const replacedAtOnce = 3

/**
 * Decides on each 401 whether the token is replaced at once, so that a service which refuses every token is not asked for
 * one after the other.
 *
 * The first refused token is replaced at once, and so is one that was accepted before it was refused, three times within
 * half a minute. A token that was issued in place of a refused one, and was not accepted before it was refused too, is
 * replaced no sooner than half a minute after it was issued. That delay doubles, up to ten minutes, with each further one.
 *
 * There is one for each user, of whom there may be thousands. It is a class so that its methods are shared.
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

  /** Earlier refusals count no more where the token in use was accepted, and is half a minute old. */
  private forgetEarlier(): void {
    if (this.wasAccepted && this.clock.monotonic() - this.issuedAt >= firstDelay) this.refusals = 0
  }

  /** A token came into use. One that replaces no refused token counts as accepted. */
  issued(): void {
    this.wasAccepted = !this.isReplacing
    this.issuedAt = this.clock.monotonic()
    this.isReplacing = false
  }

  /** The service accepted the token in use. */
  accepted(): void {
    this.wasAccepted = true
    this.forgetEarlier()
  }

  /** The service refused the token in use. Answers whether it is to be replaced now. */
  refused(): boolean {
    this.forgetEarlier()
    if (this.clock.monotonic() - this.issuedAt < this.delay()) return false
    this.isReplacing = true
    this.refusals++
    return true
  }
}
