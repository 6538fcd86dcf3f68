import type { RefusalReason } from './WebhookRefusal.js'

/** The error of a request that emits no event. */
export class RefusalError extends Error {
  constructor(readonly reason: RefusalReason) {
    super(reason)
  }
}
