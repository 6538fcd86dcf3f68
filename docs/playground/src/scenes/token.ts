import { createClient } from 'rxbank'
import { bridge2025 } from 'rxbank/bridge'
import { createSandbox } from 'rxbank/sandbox'
import type { Stage } from '../Stage.js'

export const scene = ({ clock, seed, inspector, print }: Stage) => {
  // The service's tokens live for two hours.
  const sandbox = createSandbox({ profile: bridge2025, seed, clock })
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

  // A renewal fails twice while the token in use still lives.
  faults.add({ kind: 'server-error', status: 503, on: 'authenticate', after: 2, times: 2 })

  const token$ = inspector.inspect(client.user({ externalUserId: 'A6J' }).token$, 'token$')
  token$.subscribe(({ expires_at }) => print(`a token until ${expires_at.toISOString().slice(11, 16)}`))
  return sandbox
}
