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

/**
 * The first refused token is replaced at once. One that took the place of a refused one, and was never accepted, must
 * last half a minute before it is replaced too; that pause doubles up to ten minutes while it goes on.
 */
export const refusals = (clock: Clock): Refusals => {
  let replacing = false
  let issuedAt = 0
  let proven = true
  let streak = 0

  const pause = (): number =>
    streak < (proven ? benefitOfDoubt : 1) ? 0 : Math.min(firstPause * 2 ** Math.min(streak - 1, 10), longestPause)

  return {
    issued: () => {
      proven = !replacing
      issuedAt = clock.monotonic()
      replacing = false
    },
    accepted: () => {
      proven = true
      if (clock.monotonic() - issuedAt >= firstPause) streak = 0
    },
    refused: () => {
      if (clock.monotonic() - issuedAt < pause()) return false
      replacing = true
      streak++
      return true
    },
  }
}
