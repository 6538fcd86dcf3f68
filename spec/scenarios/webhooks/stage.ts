import { setImmediate } from 'node:timers/promises'
import { createClient, createVirtualClock, type ServiceProfile } from '../../../lib/index.js'
import { createWebhooks, type WebhookEvent } from '../../../lib/node.js'
import { createSandbox, type Deliver } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'

export const start = Date.UTC(2026, 10, 21, 9)
export const hour = 3_600_000

const never = (): never => {
  throw new Error('there is no such user')
}

export interface VersionConfig {
  readonly profile?: ServiceProfile
  /** Those that the service signs with, and those that the app knows. */
  readonly secrets?: ReadonlyArray<string>
  readonly known?: ReadonlyArray<string>
  /** What the network makes of a webhook. */
  readonly network?: (deliver: Deliver) => Deliver
}

/** A service, an app that it tells what happens, and the app's client, under one clock. */
export const stage = ({
  secrets = ['5ecret'],
  known = secrets,
  network = (deliver) => deliver,
  ...config
}: VersionConfig = {}) => {
  const clock = createVirtualClock({ start })
  const { handler, ...webhooks } = createWebhooks({ secrets: known, clock })
  const events: Array<WebhookEvent> = []
  const reasons: Array<string> = []
  webhooks.events$.subscribe((event) => events.push(event))
  webhooks.refusals$.subscribe(({ reason }) => reasons.push(reason))
  const sandbox = createSandbox({
    profile: documentedProfile,
    ...config,
    clock,
    transactions: 200,
    webhooks: { deliver: network(handler), secrets },
  })
  const { credentials, http, journal } = sandbox
  const client = createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    ...credentials,
    ...config,
    http,
    clock,
  })
  const [user = never(), other = never()] = sandbox.users

  /** Lets webhooks arrive that are on their way: their bodies are read in turns of the event loop. */
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) {
      clock.advance(0)
      await setImmediate()
    }
  }

  /** Time goes on, in parts, so that webhooks arrive meanwhile. */
  const pass = async (ms: number, part = ms): Promise<void> => {
    for (let left = ms; left > 0; left -= part) {
      clock.advance(Math.min(left, part))
      await settle()
    }
  }

  return { ...webhooks, handler, clock, sandbox, journal, client, user, other, events, reasons, settle, pass }
}
