/** How a webhook ended: the status of the answer to it, or why there was none. */
export type WebhookOutcome = number | 'pending' | 'failed'

/**
 * One webhook that was sent.
 *
 * - `number`: of the webhook, counted from 1.
 * - `time`: when it was sent, by the sandbox's time.
 * - `type`: as the profile spells it.
 * - `userUuid`: the user whom it is about.
 * - `attempts`: how many times it was sent; more than once only in stages that send again what was not taken.
 * - `status`: that of the last answer; `pending` while there is none, `failed` when there was none.
 */
export interface WebhookEntry {
  readonly number: number
  readonly time: Date
  readonly type: string
  readonly userUuid: string
  readonly attempts: number
  readonly status: WebhookOutcome
}
