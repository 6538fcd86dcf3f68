import { documentedProfile } from 'rxbank'
import { createClient, createVirtualClock } from 'rxbank'
import { createInspector, defineInspector, type InspectorElement, toHar } from 'rxbank/devtools'
import { createSandbox } from 'rxbank/sandbox'
import { firstValueFrom } from 'rxjs'

const isDefinedByImport = customElements.get('rxbank-inspector') !== undefined
defineInspector()
defineInspector()

const clock = createVirtualClock({ start: Date.UTC(2026, 0, 15, 12) })
const sandbox = createSandbox({ profile: documentedProfile, seed: 1, clock })
const inspector = createInspector({ clock })
const { credentials, http } = sandbox
const client = createClient({
  profile: documentedProfile,
  baseUrl: 'https://bank.example',
  clientId: credentials.clientId,
  http,
  clock,
  policy: inspector.policy,
  random: () => 0.5,
  limits: { application: { requests: 60, per: 60_000 } },
})
inspector.observe(client.events$)
const element = document.createElement('rxbank-inspector') as HTMLElement & InspectorElement
element.inspector = inspector
document.querySelector('main')?.append(element)

/** What the suite asks of the page. */
const page = {
  isDefinedByImport,

  /** Banks and categories with a failure on the way, an answer that leads to a request, and one that is given up. */
  run: () => {
    sandbox.faults.add({ kind: 'latency', ms: 120, on: 'banks', times: Infinity })
    sandbox.faults.add({ kind: 'latency', ms: 300, on: 'categories', times: Infinity })
    sandbox.faults.add({ kind: 'status', status: 503, on: 'banks' })
    inspector.inspect(client.banks.pages({ limit: 100 }), 'banks').subscribe()
    clock.advance(1500)
    const givenUp = inspector.inspect(client.categories.pages(), 'categories').subscribe()
    clock.advance(100)
    givenUp.unsubscribe()
    sandbox.faults.add({ kind: 'rate-limit', retryAfter: 1, on: 'categories' })
    inspector.inspect(client.categories.pages(), 'categories').subscribe()
    clock.advance(3000)
  },

  more: () => {
    client.banks.pages().subscribe()
    clock.advance(500)
  },

  har: async () => toHar(await firstValueFrom(inspector.inspection$)).log.entries.length,
  remove: () => element.remove(),
}

Object.assign(globalThis, { page })
