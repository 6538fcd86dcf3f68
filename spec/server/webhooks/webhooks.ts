import { createHmac } from 'node:crypto'
import type { VirtualClock } from '../../../lib/index.js'
import { createVirtualClock } from '../../../lib/index.js'
import { createWebhooks, type CreateWebhooksConfig, type WebhookEvent, type WebhookRefusal } from '../../../lib/node.js'

export const secret = '5ecret-C4N4RY'
export const userUuid = '766b2f5d-a942-492c-9ea7-2e5aa88cb672'
export const start = Date.UTC(2026, 10, 21, 9)

/** What a deployment was seen to send, as it was sent. */
export const refreshed = (timestamp: number = start, type = 'item.refreshed'): string =>
  `{"content":{"full_refresh":true,"item_id":7984384,"status_code":0,"status_code_info":"OK","user_uuid":"${userUuid}"},` +
  `"timestamp":${String(timestamp)},"type":"${type}"}`

/** By Node itself, not by what is tried here. */
export const hmac = (body: string | Uint8Array, key = secret): string =>
  createHmac('sha256', key).update(body).digest('hex')

export interface Post {
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly signature?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: string
}

/** A request as the service makes it, but for what is said. */
export const request = ({ body = refreshed(), signature, headers = {}, method = 'POST' }: Post = {}): Request => {
  const header = signature === undefined ? `v1=${hmac(body)}` : signature
  return new Request('https://app.example/webhooks', {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(header === null ? {} : { 'BridgeApi-Signature': header }),
      ...headers,
    },
    ...(method === 'POST' ? { body } : {}),
  })
}

/** Webhooks under a clock of their own, with what they have told. */
export const receiving = (config: Partial<CreateWebhooksConfig> = {}) => {
  const clock: VirtualClock = createVirtualClock({ start })
  const errors: Array<unknown> = []
  const webhooks = createWebhooks({ secrets: [secret], clock, onError: (error) => errors.push(error), ...config })
  const events: Array<WebhookEvent> = []
  const refusals: Array<WebhookRefusal> = []
  const reasons: Array<string> = []
  webhooks.events$.subscribe((event) => events.push(event))
  webhooks.refusals$.subscribe((refusal) => {
    refusals.push(refusal)
    reasons.push(refusal.reason)
  })
  const post = async (given: Post = {}): Promise<number> => (await webhooks.handler(request(given))).status
  return { ...webhooks, clock, errors, events, reasons, refusals, post }
}
