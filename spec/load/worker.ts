import { Pool } from 'pg'
import { finalize, Subject } from 'rxjs'
import { createEngine, createFleet } from '../../lib/fleet.js'
import { createClient } from '../../lib/index.js'
import { createMirror, createPermits, createTokenStore } from '../../lib/postgres.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import { undiciTransport } from '../../lib/undici.js'
import { counting } from '../mirror/fleet/counting.js'

/** What a worker is started with. */
export interface WorkerConfig {
  readonly url: string
  readonly database: string
  readonly every: number
  readonly lease: number
  readonly limit: { readonly requests: number; readonly per: number } | undefined
}

/** What a worker has done. */
export interface Report {
  readonly rounds: number
  readonly changed: number
  /** Milliseconds from the moment at which a round was due to its begin, of each round. */
  readonly lags: ReadonlyArray<number>
  /** How often each thing happened, by its tag. */
  readonly reported: Readonly<Record<string, number>>
  /** Milliseconds of CPU. */
  readonly cpu: number
  /** Bytes. */
  readonly rss: number
}

const { url, database, every, lease, limit } = JSON.parse(process.argv[2] ?? '') as WorkerConfig

const pool = new Pool({ connectionString: database, max: 12 })
pool.on('error', () => undefined)
const client = createClient({
  profile: documentedProfile,
  baseUrl: url,
  clientId: 'load',
  clientSecret: 'secret',
  http: undiciTransport({ connections: 64 }),
  tokenStore: createTokenStore({ pool, keys: [Buffer.alloc(32, 7).toString('base64')] }),
  ...(limit && { permits: createPermits({ pool, application: limit }) }),
})
const fleet = createFleet({
  client,
  mirror: counting(createMirror({ pool }), 'counts'),
  engine: createEngine({ pool, lease }),
  every,
  feeds: ['transactions'],
})

let rounds = 0
let changed = 0
let lags: Array<number> = []
const reported: Record<string, number> = {}
const tell = (tag: string): void => {
  reported[tag] = (reported[tag] ?? 0) + 1
}
client.events$.subscribe(({ _tag }) => tell(_tag))

const stop$ = new Subject<void>()
fleet
  .work(stop$)
  .pipe(finalize(() => void pool.end().then(() => process.exit())))
  .subscribe({
    next: (event) => {
      tell(event._tag)
      if (event._tag !== 'RoundEnded') return
      rounds++
      changed += event.changed
      lags.push(event.lag)
    },
    error: (error: unknown) => console.error(error),
  })

process.on('SIGTERM', () => stop$.next())
process.once('disconnect', () => process.exit())
process.on('message', ({ id }: { readonly id: number }) => {
  const { user, system } = process.cpuUsage()
  const report: Report = {
    rounds,
    changed,
    lags,
    reported,
    cpu: (user + system) / 1000,
    rss: process.memoryUsage.rss(),
  }
  process.send?.({ id, value: report })
  lags = []
})
process.send?.({ ready: true })
