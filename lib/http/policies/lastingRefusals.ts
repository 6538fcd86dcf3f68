import type { Clock } from '../../base/clock/Clock.js'
import type { HttpRequest } from '../HttpRequest.js'

/** An operation that was refused for so long, and so often in a row, is refused for good. */
const minDuration = 5 * 60_000
const minRefusals = 5

/** The 401s of one user's operations in a row. */
export interface Refusals {
  /** Notes that an operation was refused although its token is valid. Returns whether it was refused for minutes. */
  readonly noteRefusal: (request: Pick<HttpRequest, 'operation'>) => boolean
  /** Notes that an operation was not refused. */
  readonly noteSuccess: (request: Pick<HttpRequest, 'operation'>) => void
}

/**
 * Tells a service that refuses a user's tokens for a while from one that refuses them for good. The refusals are counted too,
 * because two of them may be hours apart, when the machine sleeps or rounds are rare.
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
