// Webhooks that are sent to a receiver, signed or not.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { assertCloaked, secret } from './canaries.mjs'
import { node, rxbank } from './installed.mjs'

const { createWebhooks } = node
export const start = Date.UTC(2026, 0, 1)
export const userUuid = 'c2a26c9e-dc23-4f67-b887-bbae0f26c415'

export const event = (fields = {}) => ({
  content: { item_id: 1, user_uuid: userUuid },
  timestamp: start,
  type: 'item.refreshed',
  ...fields,
})

export const bodyOf = (value) => (typeof value === 'string' || Buffer.isBuffer(value) ? value : JSON.stringify(value))

export const digest = (body, key = secret, algorithm = 'sha256', encoding = 'hex') =>
  createHmac(algorithm, key).update(body).digest(encoding)

export const signed = (body, key) => `v1=${digest(body, key)}`

/** Receives; notes what was told, and why the rest was not. */
export const receiver = (config = {}) => {
  const clock = rxbank.createVirtualClock({ start })
  const webhooks = createWebhooks({ secrets: [secret], clock, ...config })
  const reported = []
  const reasons = []
  webhooks.events$.subscribe((one) => reported.push(one))
  webhooks.refusals$.subscribe((one) => {
    reasons.push(one.reason)
    assertCloaked(one)
  })
  return { ...webhooks, clock, reported, reasons }
}

export const post = async ({ handler }, body, { signature = signed(body), headers = {}, ...init } = {}) => {
  const sent = {
    'content-type': 'application/json',
    ...(signature === null ? {} : { 'bridgeapi-signature': signature }),
    ...headers,
  }
  const response = await handler(
    new Request('https://app.example/webhooks', { method: 'POST', headers: sent, body, ...init }),
  )
  assert.equal(await response.text(), '')
  await new Promise(setImmediate)
  return response.status
}

export const body = bodyOf(event())
