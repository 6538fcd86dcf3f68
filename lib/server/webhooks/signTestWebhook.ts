import { systemClock } from '../../base/clock/systemClock.js'
import { exactUrl } from '../../base/codec/exactUrl.js'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { nonEmpty } from '../../base/codec/nonEmpty.js'
import { object } from '../../base/codec/object.js'
import { options } from '../../base/codec/options.js'
import { validDate } from '../../base/codec/timestamp.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type { Redacted } from '../../base/Redacted.js'
import { secret } from '../../service/model/AccessToken.js'
import { sign, signatureHeader } from './signature.js'

/** The options of a webhook for a test. */
export interface TestWebhookConfig {
  /** The secret to sign with. */
  readonly secret: string | Redacted<string>
  /**
   * The event that the webhook reports.
   *
   * - `type`: the service's name of the type, such as `item.refreshed`.
   * - `content`: its content.
   * - `timestamp`: when it happened; default now.
   */
  readonly event: { readonly type: string; readonly content: object; readonly timestamp?: Date }
  /** The URL that the request is sent to; default `https://app.example/webhooks`. */
  readonly url?: string | URL
}

/** A webhook, as the service sends it. */
export interface TestWebhook {
  readonly request: Request
  /** The headers of `request`, for a test that sends `body` itself. */
  readonly headers: Readonly<Record<'BridgeApi-Signature' | 'Content-Type', string>>
  readonly body: string
}

const url = guardCodec('an absolute URL', (u): u is string | URL => u instanceof URL || exactUrl(u) !== undefined)

const codec = options(
  'an object with secret and event',
  { secret, event: options('an event', { type: nonEmpty, content: object }, { timestamp: validDate }) },
  { url },
)

/**
 * Creates a webhook for a test, signed as the service signs its webhooks. Throws one `ConfigError` that names the
 * invalid options.
 *
 * @example
 * import { signTestWebhook } from 'rxbank/node'
 *
 * const event = { type: 'item.created', content: { item_id: 1 }, timestamp: new Date(1612782588323) }
 * const { headers, body } = signTestWebhook({ secret: '5ecret', event })
 * assert.deepStrictEqual(body, '{"content":{"item_id":1},"timestamp":1612782588323,"type":"item.created"}')
 * assert.match(headers['BridgeApi-Signature'], /^v1=[0-9a-f]{64}$/)
 */
export const signTestWebhook = (config: TestWebhookConfig): TestWebhook => {
  const { secret, event, url = 'https://app.example/webhooks' } = decodeOptions(codec, config)
  const { type, content, timestamp = new Date(systemClock.wall()) } = event
  const body = JSON.stringify({ content, timestamp: timestamp.getTime(), type })
  const signature = sign(secret, Buffer.from(body)).toString('hex')
  const headers = { [signatureHeader]: `v1=${signature}`, 'Content-Type': 'application/json' } as const
  return { request: new Request(url, { method: 'POST', headers, body }), headers, body }
}
