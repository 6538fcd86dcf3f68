import * as t from 'io-ts'
import type { Observable, ObservableInput } from 'rxjs'
import { exactUrl } from '../../base/codec/exactUrl.js'
import { functionCodec, guardCodec } from '../../base/codec/guardCodec.js'
import { nonEmpty } from '../../base/codec/nonEmpty.js'
import { options } from '../../base/codec/options.js'

/** How a webhook ended: the status of the response to it, or why there was none. */
export type WebhookOutcome = number | 'pending' | 'failed'

/**
 * One webhook that was sent.
 *
 * - `number`: the number of the webhook, counted from 1.
 * - `time`: when it was sent, by the sandbox's time.
 * - `type`: the name of its type, as the profile spells it.
 * - `userUuid`: the user that it is about.
 * - `attempts`: how many times it was sent; more than once only in API versions that send failed webhooks again.
 * - `status`: the status of the last response; `pending` while there is none, `failed` if no response arrived.
 */
export interface WebhookEntry {
  readonly number: number
  readonly time: Date
  readonly type: string
  readonly userUuid: string
  readonly attempts: number
  readonly status: WebhookOutcome
}

/** Sends a webhook, and emits the response. */
export type Deliver = (request: Request) => ObservableInput<{ readonly status: number }>

/** Where a sandbox sends its webhooks, and how. */
export interface WebhooksConfig {
  /** The URL that webhooks are sent to; default `https://app.sandbox.invalid/webhooks`. */
  readonly url?: string
  /**
   * Sends the request; default: by the platform's `fetch`, one after the other. Pass the `handler` of `createWebhooks`
   * to receive webhooks without a network.
   */
  readonly deliver?: Deliver
  /**
   * One secret, or two during a rotation, when each webhook has two signatures. Default `sandbox-webhook-secret`.
   */
  readonly secrets?: ReadonlyArray<string>
}

/** The webhooks that a sandbox has sent. */
export interface WebhookJournal {
  /** The newest 10,000 entries, oldest first. */
  readonly entries: () => ReadonlyArray<WebhookEntry>
  /** Deletes the entries. */
  readonly clear: () => void
  /** Emits an entry when it is sent and when it is answered; hot, never ends. */
  readonly changes$: Observable<WebhookEntry>
}

const url = guardCodec('an absolute URL', (u): u is string => exactUrl(u) !== undefined)

const secrets = guardCodec(
  'one secret or two',
  (u): u is ReadonlyArray<string> => t.array(nonEmpty).is(u) && (u.length === 1 || u.length === 2),
)

/** The codec of {@link WebhooksConfig}. */
export const webhooksConfig = options(
  'an object with url, deliver and secrets',
  {},
  { url, deliver: functionCodec<Deliver>('a function from a request to its response'), secrets },
)
