import { shareAcrossCopies } from '../packageCopies.js'

/** The events whose signature was verified in this process. */
const verified = /* @__PURE__ */ shareAcrossCopies('verifiedWebhooks', () => new WeakSet())

/** Records that the signature of a webhook was verified, and returns its event. */
export const markVerified = <A extends object>(event: A): A => {
  verified.add(event)
  return event
}

/** Whether a value is an event of a webhook whose signature was verified in this process: this object, and no copy of it. */
export const isVerified = (event: unknown): boolean =>
  typeof event === 'object' && event !== null && verified.has(event)
