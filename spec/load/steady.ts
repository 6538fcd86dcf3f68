import { lastValueFrom } from 'rxjs'
import type { Finding } from './Finding.js'
import { postgresCpu } from './postgresCpu.js'
import { quantile } from './quantile.js'
import { nameOf } from './rows.js'
import { pause, type Scene, startBare, startScene } from './scene.js'
import type { Counts } from './service.js'

/** What is measured, times in milliseconds. */
export interface SteadyConfig {
  readonly users: number
  readonly workers: number
  readonly every: number
  /** How many rounds each user has before it is measured, so that most workers know a user's token, as they do later. */
  readonly rounds: number
  readonly measured: number
  readonly hurries: number
  /** How many times that of a bare watcher’s round the CPU of a worker’s round may be. */
  readonly cpu: number
}

/** A row of each user comes so seldom that nearly all rounds are without news. */
const period = 600_000

/** Whether a user has had no round for a second, so that a hurried one is due at once. */
const isRested = async ({ pool }: Scene, user: number): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `SELECT FROM rxbank_fleet_engine._private_jobs
     WHERE key = $1 AND locked_by IS NULL AND updated_at < now() - interval '1 second'`,
    [nameOf(user)],
  )
  return rowCount === 1
}

/** Milliseconds from a hurry to the request of the user at the service. */
const runNowDelay = async (scene: Scene, user: number): Promise<number> => {
  const { fleet, ask } = scene
  while (!(await isRested(scene, user))) await pause(100)
  const next = ask<number>({ ask: 'next', user })
  const from = Date.now()
  await lastValueFrom(fleet.runNow({ id: nameOf(user) }))
  return (await next) - from
}

const sum = (values: ReadonlyArray<number>): number => values.reduce((all, one) => all + one, 0)

/** Measures a fleet whose service is well. */
export const steady = async (config: SteadyConfig): Promise<ReadonlyArray<Finding>> => {
  const { users, workers, every, measured, hurries } = config
  const bare = await startBare(users, every, period)
  const scene = await startScene({ users, workers, every, lease: 10_000, limit: undefined, period })
  const authentications = async () => (await scene.ask<Counts>({ ask: 'counts' })).authentications
  const end = Date.now() + 5 * every
  while ((await authentications()) < users && Date.now() < end) await pause(500)
  await pause(every * (config.rounds - 0.5))

  const bareBefore = await bare.report()
  const before = await scene.reports()
  const postgresBefore = postgresCpu(scene.server.port)
  const { rows: walBefore } = await scene.pool.query<{ at: string }>('SELECT pg_current_wal_insert_lsn() AS at')
  const delays: Array<number> = []
  const startedAt = Date.now()
  for (let runNow = 0; runNow < hurries; runNow++) {
    delays.push(await runNowDelay(scene, Math.floor((runNow * users) / hurries)))
    await pause(Math.max(startedAt + ((runNow + 1) * measured) / hurries - Date.now(), 0))
  }
  await pause(Math.max(startedAt + measured - Date.now(), 0))
  const after = await scene.reports()
  const bareAfter = await bare.report()
  const seconds = (Date.now() - startedAt) / 1000
  const postgres = postgresCpu(scene.server.port) - postgresBefore
  const { rows: wal } = await scene.pool.query<{ bytes: string }>(
    'SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1::pg_lsn)::text AS bytes',
    [walBefore[0]?.at],
  )
  const counts = await scene.ask<Counts>({ ask: 'counts' })
  const differences = await scene.settled(3 * every)
  const { rows: sizes } = await scene.pool.query<{ rows: number; others: number }>(
    `SELECT sum(size) FILTER (WHERE relname = 'transactions')::float8 AS rows,
       sum(size) FILTER (WHERE relname <> ALL ('{transactions,counts}'))::float8 AS others
     FROM (SELECT relname, pg_total_relation_size(pg_class.oid) AS size FROM pg_class
       JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname LIKE 'rxbank%' AND relkind = 'r') AS tables`,
  )
  await Promise.all([scene.close(), bare.end()])

  const bareCpu = (bareAfter.cpu - bareBefore.cpu) / (bareAfter.rounds - bareBefore.rounds)
  const rounds = sum(after.map((one) => one.rounds)) - sum(before.map((one) => one.rounds))
  const cpu = sum(after.map((one) => one.cpu)) - sum(before.map((one) => one.cpu))
  const lags = after.flatMap((one) => one.lags)
  const wrong = differences.missing + differences.wrong + differences.tooMany + differences.miscounted
  return [
    { name: 'rounds a second', value: rounds / seconds, unit: '1/s' },
    { name: 'lag of a round, median', value: quantile(lags, 0.5), unit: 'ms' },
    { name: 'lag of a round, p99', value: quantile(lags, 0.99), unit: 'ms', most: 5000 },
    { name: 'authentications, of users', value: counts.authentications / users, unit: '×', most: 1 },
    { name: 'rounds of one user at once', value: counts.overlaps, unit: '', most: 0 },
    { name: 'CPU of a bare watcher’s round', value: bareCpu, unit: 'ms' },
    { name: 'CPU of a worker’s round', value: cpu / rounds, unit: 'ms' },
    { name: 'CPU of a round, worker / bare watcher', value: cpu / rounds / bareCpu, unit: '×', most: config.cpu },
    { name: 'CPU of PostgreSQL for a round', value: postgres / rounds, unit: 'ms' },
    { name: 'WAL of a round', value: Number(wal[0]?.bytes) / rounds, unit: 'bytes' },
    { name: 'hurry to request, median', value: quantile(delays, 0.5), unit: 'ms' },
    { name: 'hurry to request, p99', value: quantile(delays, 0.99), unit: 'ms', most: 250 },
    { name: 'memory of a worker', value: Math.max(...after.map((one) => one.rss)) / 2 ** 20, unit: 'MiB', most: 250 },
    { name: 'size of a row in PostgreSQL', value: (sizes[0]?.rows ?? NaN) / differences.rows, unit: 'bytes' },
    { name: 'size of a user in PostgreSQL, but for rows', value: (sizes[0]?.others ?? NaN) / users, unit: 'bytes' },
    { name: 'rows that differ from the service, or were counted twice', value: wrong, unit: '', most: 0 },
  ]
}
