import picocolors from 'picocolors'
import { webhookJson, webhookLine } from '../../../lib/cli/sandbox/runSandbox.js'
import type { WebhookEntry } from '../../../lib/sandbox.js'
import { at } from '../../helpers/demoEvents.js'

const entry: WebhookEntry = { number: 1, time: at(0), type: 'item.refreshed', userUuid: 'u', attempts: 1, status: 200 }
const plain = picocolors.createColors(false)
const colored = picocolors.createColors(true)

describe('webhookLine', () => {
  it('is a line for a person', () => {
    expect(webhookLine(entry, plain, 80)).toBe(' 12:00:00  200  webhook item.refreshed')
    expect(webhookLine({ ...entry, status: 'failed' }, plain, 80)).toBe(' 12:00:00  failed webhook item.refreshed')
    expect(webhookLine(entry, plain, 20)).toHaveLength(20)
  })

  it('shows whether it was taken', () => {
    for (const status of [401, 302, 'failed'] as const)
      expect(webhookLine({ ...entry, status }, colored, 80)).toContain(colored.red(String(status).padEnd(4)))
    expect(webhookLine({ ...entry, status: 204 }, colored, 80)).toContain(colored.green('204 '))
  })
})

describe('webhookJson', () => {
  it('is one line of JSON', () => {
    expect(webhookJson(entry)).toBe(
      `{"time":"${at(0).toISOString()}","type":"Webhook","event":"item.refreshed","user_uuid":"u","attempts":1,"status":200}`,
    )
  })
})
