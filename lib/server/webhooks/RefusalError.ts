import type { RefusalReason } from './WebhookRefusal.js'

/** The error of a request that emits no event. */
export class RefusalError extends Error {
  constructor(
    readonly reason: RefusalReason,
    /** What the app's own code failed with, or what is wrong with a deletion. */
    readonly details?: { readonly cause: unknown },
  ) {
    super(reason, details)
  }
}
