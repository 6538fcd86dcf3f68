import { DatabaseSync } from '@photostructure/sqlite'
import type { Observable } from 'rxjs'
import { createFleet, type FleetConfig, type FleetEvent, memoryEngine } from '../../../lib/fleet.js'
import { type ClientConfig, createClient, createVirtualClock } from '../../../lib/index.js'
import { createSandbox, type SandboxConfig } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { createMirror } from '../../../lib/sqlite.js'
import { seeded } from '../../simulation/random.js'

export const start = Date.UTC(2026, 0, 15, 12)
export const minute = 60_000
export const every = 15 * minute

/** The value of a stream that emits at once. */
export const valueOf = <A>(stream: Observable<A>): A => {
  const values: Array<A> = []
  stream.subscribe((value) => values.push(value))
  if (values.length === 0) throw new Error('nothing yet')
  return values.at(-1) as A
}

/** A worker of a fleet, and what it has told. */
export const working = (events$: Observable<FleetEvent>) => {
  const reported: Array<FleetEvent> = []
  const ended: Array<unknown> = []
  const subscription = events$.subscribe({
    next: (event) => reported.push(event),
    error: (error) => ended.push(error),
    complete: () => ended.push('completed'),
  })
  const of = <T extends FleetEvent['_tag']>(tag: T) =>
    reported.filter((event): event is Extract<FleetEvent, { readonly _tag: T }> => event._tag === tag)
  return { reported, ended, of, subscription }
}

/** A service with users, a mirror in memory, and an engine, all by one virtual clock. */
export const town = (sizes: Partial<SandboxConfig> = {}, lease = 10_000) => {
  const clock = createVirtualClock({ start })
  const sandbox = createSandbox({
    profile: documentedProfile,
    seed: 5,
    clock,
    users: 8,
    transactions: 5,
    stocks: 1,
    ...sizes,
  })
  const database = new DatabaseSync(':memory:')
  const mirror = createMirror({ database })
  const engine = memoryEngine({ clock, lease })
  const connect = (options: Partial<ClientConfig> = {}) =>
    createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      ...sandbox.credentials,
      http: sandbox.http,
      clock,
      retry: { count: 0 },
      ...options,
    })
  const random = seeded(7)
  const config: FleetConfig = { client: connect(), mirror, engine, feeds: ['transactions'], clock, random }
  const fleetOf = (options: Partial<FleetConfig> = {}) => createFleet({ ...config, client: connect(), ...options })
  const ids = sandbox.users.map(({ externalUserId }) => externalUserId)
  const uuidOf = (id: string) => sandbox.users.find(({ externalUserId }) => externalUserId === id)?.uuid ?? ''
  /** The requests of a route that have arrived, by user. */
  const asked = (route: 'authenticate' | 'transactionsUpdated') =>
    sandbox.journal.entries().filter((entry) => entry.route === route)
  /** How many transactions there are, of all or of one. */
  const rows = (id = '%') => {
    const counted = database.prepare('SELECT count(*) AS rows FROM rxbank_transactions WHERE user_id LIKE ?').get(id)
    return Number((counted as { readonly rows: unknown }).rows)
  }
  return { rows, clock, sandbox, database, mirror, engine, connect, fleetOf, ids, uuidOf, asked }
}
