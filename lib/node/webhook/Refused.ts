import type { RefusalReason } from './WebhookRefused.js'

/** Why a request is answered without an event. */
export class Refused extends Error {
  constructor(readonly reason: RefusalReason) {
    super(reason)
  }
}
