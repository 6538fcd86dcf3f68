import type { Clock } from '../clock/Clock.js'

const firstPause = 30_000
const longestPause = 600_000
/** How many tokens in close succession are replaced at once, if the service accepted each before it refused it. */
const benefitOfDoubt = 3

/** Judges 401s, so that a service which refuses tokens without end is not asked for one after the other. */
export interface Refusals {
  /** A token came into use. */
  readonly issued: () => void
  /** The service accepted the token in use. */
  readonly accepted: () => void
  /** The service refused the token in use; answers whether it is to be replaced. */
  readonly refused: () => boolean
}

/** One a user, of whom there may be thousands: so its methods are shared. */
class Judge implements Refusals {
  private replacing = false
  private issuedAt = 0
  private proven = true
  private streak = 0

  constructor(private readonly clock: Clock) {}

  private pause(): number {
    const { proven, streak } = this
    return streak < (proven ? benefitOfDoubt : 1)
      ? 0
      : Math.min(firstPause * 2 ** Math.min(streak - 1, 10), longestPause)
  }

  issued(): void {
    this.proven = !this.replacing
    this.issuedAt = this.clock.monotonic()
    this.replacing = false
  }

  accepted(): void {
    this.proven = true
    if (this.clock.monotonic() - this.issuedAt >= firstPause) this.streak = 0
  }

  refused(): boolean {
    if (this.clock.monotonic() - this.issuedAt < this.pause()) return false
    this.replacing = true
    this.streak++
    return true
  }
}

/**
 * The first refused token is replaced at once. One that took the place of a refused one, and was never accepted, must
 * last half a minute before it is replaced too; that pause doubles up to ten minutes while it goes on.
 */
export const refusals = (clock: Clock): Refusals => new Judge(clock)
