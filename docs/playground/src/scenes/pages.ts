import { createClient } from 'rxbank'
import { bridge2025 } from 'rxbank/bridge'
import { createSandbox } from 'rxbank/sandbox'
import type { Stage } from '../Stage.js'

export const scene = ({ clock, seed, inspector, print }: Stage) => {
  const sandbox = createSandbox({ profile: bridge2025, seed, clock, banks: 100 })
  const { credentials, faults, http } = sandbox
  const client = createClient({
    profile: bridge2025,
    baseUrl: 'https://bank.example',
    ...credentials,
    http,
    clock,
    random: () => 0.5,
    policy: inspector.policy,
  })
  inspector.observe(client.events$)

  // Each response takes a second; the second page meets a 503, the fourth a 429.
  faults.add({ kind: 'latency', ms: 1000, side: 'response', times: Infinity })
  faults.add({ kind: 'server-error', status: 503, on: 'banks', after: 1 })
  faults.add({ kind: 'rate-limit', retryAfter: 3, on: 'banks', after: 4 })

  const pages$ = inspector.inspect(client.banks.pages({ limit: 10 }), 'banks')
  const reading = pages$.subscribe(({ number, resources }) => print(`page ${number}: ${resources.length} banks`))

  clock.scheduler.schedule(() => {
    reading.unsubscribe()
    print('unsubscribed: the request in flight is aborted, and no other follows')
  }, 14_500)
  return sandbox
}
