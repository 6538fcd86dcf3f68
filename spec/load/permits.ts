import { Pool } from 'pg'
import { interval, map, mergeMap, timer } from 'rxjs'
import { createClient, type Http } from '../../lib/index.js'
import { createPermits } from '../../lib/postgres.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import { startServer } from '../mirror/postgres/server.js'
import type { Finding } from './Finding.js'
import { postgresCpu } from './postgresCpu.js'
import { pause } from './scene.js'

/** What is measured; times in milliseconds. */
export interface PermitsConfig {
  /** The limits of the application, each of which is measured alone. */
  readonly limits: ReadonlyArray<{ readonly requests: number; readonly per: number }>
  /** Requests a second, of all clients. */
  readonly rate: number
  readonly measured: number
}

const answer: Http = () =>
  timer(5).pipe(map(() => ({ status: 200, headers: { 'content-type': 'application/json' }, body: '{"resources":[]}' })))

/** What a permit costs PostgreSQL, where three clients send their requests one by one. */
const costOf = async (
  { requests, per }: PermitsConfig['limits'][number],
  { rate, measured }: PermitsConfig,
): Promise<ReadonlyArray<Finding>> => {
  const server = await startServer()
  const pool = new Pool({ connectionString: `postgres://postgres@127.0.0.1:${String(server.port)}/postgres`, max: 6 })
  pool.on('error', () => undefined)
  const clients = Array.from({ length: 3 }, () =>
    createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      clientId: 'load',
      http: answer,
      permits: createPermits({ pool, application: { requests, per } }),
    }),
  )
  const wal = async (): Promise<number> => {
    const { rows } = await pool.query<{ at: string }>("SELECT pg_current_wal_insert_lsn() - '0/0' AS at")
    return Number(rows[0]?.at)
  }
  let sent = 0
  const sending = interval(1000 / rate)
    .pipe(mergeMap((turn) => clients[turn % clients.length]?.banks.pages() ?? []))
    .subscribe(() => sent++)
  // As much of the limit is in use as will be: what was spent first is free again.
  await pause(per + 1000)
  const before = { sent, cpu: postgresCpu(server.port), wal: await wal() }
  await pause(measured)
  const after = { sent, cpu: postgresCpu(server.port), wal: await wal() }
  sending.unsubscribe()
  await pause(200)
  await pool.end()
  await server.remove()
  const permits = after.sent - before.sent
  const about = `with a limit of ${String(requests)}`
  return [
    { name: `permits a second, ${about}`, value: (permits * 1000) / measured, unit: '1/s' },
    { name: `CPU of PostgreSQL for a permit, ${about}`, value: (after.cpu - before.cpu) / permits, unit: 'ms' },
    { name: `WAL of a permit, ${about}`, value: (after.wal - before.wal) / permits, unit: 'bytes' },
  ]
}

/** Measures permits without a fleet. */
export const permits = async (config: PermitsConfig): Promise<ReadonlyArray<Finding>> => {
  const found: Array<Finding> = []
  for (const limit of config.limits) found.push(...(await costOf(limit, config)))
  return found
}
