import { Pool } from 'pg'
import { lastValueFrom, map, range } from 'rxjs'
import { createEngine, createFleet, type Fleet } from '../../lib/fleet.js'
import { createClient } from '../../lib/index.js'
import { createMirror } from '../../lib/postgres.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import { type Server, startServer } from '../mirror/postgres/server.js'
import { type Child, startChild } from './child.js'
import { compare, type Differences } from './compare.js'
import { type Bank, nameOf } from './rows.js'
import type { Question } from './service.js'
import type { Report, WorkerConfig } from './worker.js'

/** A PostgreSQL, a service, and workers of a fleet, each a process of its own. */
export interface Scene {
  readonly server: Server
  readonly pool: Pool
  readonly fleet: Fleet
  readonly workers: ReadonlyArray<Child>
  readonly ask: <A>(question: Question) => Promise<A>
  readonly reports: () => Promise<ReadonlyArray<Report>>
  /** Starts a worker in the place of the one there. */
  readonly replace: (place: number) => Promise<void>
  /** Compares with the service until nothing differs, or until there has been time enough. */
  readonly settled: (most: number) => Promise<Differences>
  readonly close: () => Promise<void>
}

export interface SceneConfig extends Pick<WorkerConfig, 'every' | 'lease' | 'limit'> {
  readonly users: number
  readonly workers: number
  /** Milliseconds between two rows of a user. */
  readonly period: number
}

/** What the guide of fleets says to set: without it V8 collects garbage later, or more often. */
const heap = ['--max-old-space-size=192', '--max-semi-space-size=32']

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

export const startService = (users: number, period: number, limit: WorkerConfig['limit']): Promise<Child> => {
  const { requests = 0, per = 0 } = limit ?? {}
  return startChild('service', [users, period, 7_200_000, requests, per].map(String))
}

/** Bare watchers of as many users in one process, with a service of their own. */
export const startBare = async (users: number, every: number, period: number) => {
  const service = await startService(users, period, undefined)
  const { ready: port } = service.ready as { readonly ready: number }
  const watchers = await startChild('bare', [`http://127.0.0.1:${String(port)}`, String(users), String(every)])
  return {
    report: () => watchers.ask<Pick<Report, 'rounds' | 'cpu'>>(),
    end: async (): Promise<void> => {
      await watchers.end()
      await service.end()
    },
  }
}

export const startScene = async ({ users, workers: count, period, ...config }: SceneConfig): Promise<Scene> => {
  const server = await startServer()
  const database = `postgres://postgres@127.0.0.1:${String(server.port)}/postgres`
  const pool = new Pool({ connectionString: database, max: 4 })
  pool.on('error', () => undefined)
  const service = await startService(users, period, config.limit)
  const { ready: port, bank } = service.ready as { readonly ready: number; readonly bank: Bank }
  const url = `http://127.0.0.1:${String(port)}`
  const client = createClient({ profile: documentedProfile, baseUrl: url, clientId: 'load', clientSecret: 'secret' })
  const engine = createEngine({ pool, lease: config.lease })
  const fleet = createFleet({ client, mirror: createMirror({ pool }), engine, every: config.every })
  await lastValueFrom(fleet.migrate(), { defaultValue: undefined })
  await pool.query('CREATE TABLE counts (user_id text PRIMARY KEY, rows bigint NOT NULL) WITH (fillfactor = 70)')
  await lastValueFrom(fleet.add(range(0, users).pipe(map(nameOf))))
  const startWorker = () => startChild('worker', [JSON.stringify({ ...config, url, database })], heap)
  const workers = await Promise.all(Array.from({ length: count }, startWorker))
  const ask: Scene['ask'] = (question) => service.ask(question)
  return {
    server,
    pool,
    fleet,
    workers,
    ask,
    reports: () => Promise.all(workers.map((worker) => worker.ask<Report>())),
    replace: async (place) => {
      workers[place] = await startWorker()
    },
    settled: async (most) => {
      const at = await ask<number>({ ask: 'freeze' })
      const end = Date.now() + most
      for (;;) {
        const found = await compare(pool, bank, users, at)
        const { missing, wrong, tooMany, miscounted } = found
        if (missing + wrong + tooMany + miscounted === 0 || Date.now() > end) return found
        await pause(1000)
      }
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.end('SIGTERM')))
      await service.end()
      await pool.end()
      await server.remove()
    },
  }
}
