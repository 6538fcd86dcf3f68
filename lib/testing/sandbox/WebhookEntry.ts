/** How a webhook ended: the status of the answer to it, or why there was none. */
export type WebhookOutcome = number | 'pending' | 'failed'

/**
 * One webhook that was sent.
 *
 * - `number`: the number of the webhook, counted from 1.
 * - `time`: when it was sent, by the sandbox's time.
 * - `type`: the name of its type, as the profile spells it.
 * - `userUuid`: the user that it is about.
 * - `attempts`: how many times it was sent; more than once only in API versions that send failed webhooks again.
 * - `status`: the status of the last answer; `pending` while there is none, `failed` if no answer arrived.
 */
export interface WebhookEntry {
  readonly number: number
  readonly time: Date
  readonly type: string
  readonly userUuid: string
  readonly attempts: number
  readonly status: WebhookOutcome
}
