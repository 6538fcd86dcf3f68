import { createInspector, type Inspection, type Inspector } from '../../lib/devtools.js'
import { type Client, type ClientConfig, createClient, createVirtualClock, type VirtualClock } from '../../lib/index.js'
import { createSandbox, type Sandbox } from '../../lib/sandbox.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'

/** A sandbox and a client of it under one virtual clock, with an inspector that sees both requests and events. */
export interface Inspected {
  readonly clock: VirtualClock
  readonly sandbox: Sandbox
  readonly client: Client
  readonly user: ReturnType<Client['user']>
  readonly inspector: Inspector
  readonly now: () => Inspection
}

/** Makes one; `policy: false` leaves the client without the inspector's policy. */
export const inspected = (
  config: Partial<ClientConfig> = {},
  { policy = true, history = 500 }: { readonly policy?: boolean; readonly history?: number } = {},
): Inspected => {
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 15, 12) })
  const sandbox = createSandbox({
    profile: documentedProfile,
    seed: 1,
    transactions: 900,
    clock,
    tokenLifetime: 60_000,
  })
  const inspector = createInspector({ clock, history })
  const { credentials, http } = sandbox
  const seen = policy ? { policy: inspector.policy } : {}
  const client = createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    ...credentials,
    http,
    clock,
    ...seen,
    ...config,
  })
  inspector.observe(client.events$)
  let last: Inspection | undefined
  inspector.inspection$.subscribe((inspection) => (last = inspection))
  const now = (): Inspection => {
    if (last === undefined) throw new Error('an inspection is there at once')
    return last
  }
  const user = client.user({ externalUserId: sandbox.users[0]?.externalUserId ?? '' })
  return { clock, sandbox, client, user, inspector, now }
}
