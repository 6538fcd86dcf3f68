import { Pool } from 'pg'
import { lastValueFrom } from 'rxjs'
import { createEngine, createFleet, type FleetConfig } from '../../../lib/fleet.js'
import { type ClientConfig, createClient } from '../../../lib/index.js'
import { createMirror, type PoolLike } from '../../../lib/postgres.js'
import { createSandbox, type SandboxConfig } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { waitUntil } from '../../helpers/waitUntil.js'
import { all, differences } from '../core/place.js'
import { counting } from '../fleet/counting.js'
import { working } from '../fleet/town.js'

/** What of a worker is not as others have it. */
export interface WorkerOptions {
  readonly client?: Partial<ClientConfig>
  readonly fleet?: Partial<FleetConfig>
  /** The pool as the worker sees it. */
  readonly speak?: (pool: PoolLike) => PoolLike
}

/**
 * A service in this process, and workers of a fleet on a PostgreSQL, each with a pool of its own. Rows are counted in the
 * transaction that writes them.
 */
export const village = async (port: number, schema: string, sizes: Partial<SandboxConfig> = {}) => {
  const sandbox = createSandbox({
    profile: documentedProfile,
    seed: 5,
    users: 12,
    transactions: 8,
    stocks: 0,
    banks: 5,
    ...sizes,
  })
  const ids = sandbox.users.map(({ externalUserId }) => externalUserId)
  const pools: Array<Pool> = []
  const workers: Array<ReturnType<typeof working>> = []

  const connect = (): Pool => {
    const pool = new Pool({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres', max: 6 })
    pool.on('error', () => undefined)
    pools.push(pool)
    return pool
  }

  const clientOf = (options: Partial<ClientConfig> = {}) =>
    createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      ...sandbox.credentials,
      http: sandbox.http,
      retry: { count: 0 },
      ...options,
    })

  const fleetOf = ({ client = {}, fleet = {}, speak = (pool) => pool }: WorkerOptions = {}) => {
    const pool = speak(connect())
    return createFleet({
      client: clientOf(client),
      mirror: counting(createMirror({ pool, schema }), `${schema}_counts`),
      engine: createEngine({ pool, schema: `${schema}_fleet`, lease: 2000 }),
      every: 300,
      feeds: ['transactions'],
      ...fleet,
    })
  }

  const reader = connect()
  const fleet = fleetOf()
  await all(fleet.migrate())
  await reader.query(`CREATE TABLE ${schema}_counts (user_id text PRIMARY KEY, rows bigint NOT NULL)`)

  const place = {
    query: async (sql: string) => (await reader.query<Record<string, unknown>>(sql)).rows,
    table: (name: string) => `${schema}.${name}`,
  }

  return {
    sandbox,
    ids,
    fleet,
    fleetOf,
    connect,
    query: place.query,
    /** Begins a worker. */
    begin: (options?: WorkerOptions) => {
      const worker = { ...working(fleetOf(options).work()) }
      workers.push(worker)
      return worker
    },
    /**
     * Waits until each user, or each of these, has had two rounds that ended well from now on: the first may have read the
     * service before now.
     */
    served: (users = ids) => {
      const before = workers.map(({ reported }) => reported.length)
      const rounds = () => workers.flatMap(({ reported }, index) => reported.slice(before[index]))
      const count = (id: string) => rounds().filter((event) => event._tag === 'RoundEnded' && event.user === id).length
      return waitUntil(() => users.every((id) => count(id) >= 2))
    },
    /** What the database and the service have differently, who was counted otherwise than there are rows, and who is suspended. */
    wrong: async () => {
      const rows = []
      for (const id of ids) {
        const found = await differences(place, clientOf().user({ externalUserId: id }), id)
        rows.push(...found.filter(({ list }) => list === 'transactions'))
      }
      const miscounted = await place.query(
        `SELECT user_id, held.rows, counts.rows AS counted
         FROM (SELECT user_id, count(*) AS rows FROM ${schema}.transactions GROUP BY user_id) AS held
         FULL JOIN ${schema}_counts AS counts USING (user_id) WHERE held.rows IS DISTINCT FROM counts.rows`,
      )
      const { suspendedUsers } = await lastValueFrom(fleet.status())
      return { rows, miscounted, suspended: suspendedUsers }
    },
    close: async () => {
      for (const { subscription } of workers) subscription.unsubscribe()
      await Promise.all(pools.map((pool) => pool.end()))
    },
  }
}

/** Nothing is wrong. */
export const nothing = { rows: [], miscounted: [], suspended: 0 }
