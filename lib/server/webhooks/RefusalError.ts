import type { RefusalReason } from './WebhookRefused.js'

/** The reason why a request is answered without emitting an event. */
export class RefusalError extends Error {
  constructor(readonly reason: RefusalReason) {
    super(reason)
  }
}
