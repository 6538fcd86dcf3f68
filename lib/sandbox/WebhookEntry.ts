/** How the address took a webhook: its status, or why there is none. */
export type WebhookOutcome = number | 'pending' | 'failed'

/**
 * One webhook that was sent.
 *
 * - `number`: counts the sandbox's webhooks, from 1.
 * - `time`: when it happened, by the sandbox's time.
 * - `type`: as the profile spells it.
 * - `userUuid`: whom it is about.
 * - `status`: that of the answer; `pending` while there is none, `failed` when there was none.
 */
export interface WebhookEntry {
  readonly number: number
  readonly time: Date
  readonly type: string
  readonly userUuid: string
  readonly status: WebhookOutcome
}
