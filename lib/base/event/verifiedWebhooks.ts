import { shareAcrossCopies } from '../packageCopies.js'

/** The events whose signature was verified in this process. */
const verified = /* @__PURE__ */ shareAcrossCopies('verifiedWebhooks', () => new WeakSet())

/** Records that the signature of a webhook was verified, and returns its event. */
export const markVerified = <A extends object>(event: A): A => {
  verified.add(event)
  return event
}

/**
 * Whether a value is the event object of a webhook whose signature was verified in this process; `false` for a copy.
 */
export const isVerified = (event: unknown): boolean =>
  typeof event === 'object' && event !== null && verified.has(event)
