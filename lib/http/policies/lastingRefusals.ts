import type { Clock } from '../../base/clock/Clock.js'
import type { HttpRequest } from '../HttpRequest.js'

/** An operation counts as refused for good after `minRefusals` refusals in a row over at least this many milliseconds. */
const minDuration = 5 * 60_000
const minRefusals = 5

/** Counts the consecutive 401s of each operation of one user. */
export interface Refusals {
  /** Records that an operation was refused although its token is valid. Returns whether it is refused for good. */
  readonly noteRefusal: (request: Pick<HttpRequest, 'operation'>) => boolean
  /** Records that an operation was not refused. */
  readonly noteSuccess: (request: Pick<HttpRequest, 'operation'>) => void
}

/**
 * Finds out whether the service refuses an operation of a user for good, or only for a while. Both the time and the number
 * of refusals count, because two refusals may be hours apart if the machine sleeps or rounds are rare.
 */
export const lastingRefusals = (clock: Clock): Refusals => {
  const refused = new Map<string, { readonly since: number; count: number }>()
  return {
    noteRefusal: ({ operation }) => {
      const refusal = refused.get(operation) ?? { since: clock.monotonic(), count: 0 }
      refused.set(operation, refusal)
      refusal.count++
      return refusal.count >= minRefusals && clock.monotonic() - refusal.since >= minDuration
    },
    noteSuccess: ({ operation }) => {
      refused.delete(operation)
    },
  }
}
