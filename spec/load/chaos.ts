import { lastValueFrom } from 'rxjs'
import { randomFrom } from '../helpers/watching.js'
import type { Finding } from './Finding.js'
import { pause, startScene } from './scene.js'

/** What is done, times in milliseconds. */
export interface ChaosConfig {
  readonly users: number
  readonly workers: number
  readonly every: number
  readonly kills: number
  readonly stalls: number
  readonly crashes: number
  readonly storms: number
  readonly seed: number
}

const lease = 3000

/** Kills and stalls workers, crashes the database, has the service refuse and fail; then compares all rows. */
export const chaos = async (config: ChaosConfig): Promise<ReadonlyArray<Finding>> => {
  const { users, workers, every, kills, stalls, crashes, storms, seed } = config
  const random = randomFrom(seed)
  const below = (most: number) => Math.floor(random() * most)
  const scene = await startScene({ users, workers, every, lease, limit: undefined, period: 20_000 })
  await pause(every + 2000)

  const kill = async () => {
    const place = below(workers)
    await scene.workers[place]?.end('SIGKILL')
    await pause(below(500))
    await scene.replace(place)
  }
  const stall = async () => {
    const child = scene.workers[below(workers)]?.process
    child?.kill('SIGSTOP')
    await pause(lease + 2000 + below(1000))
    child?.kill('SIGCONT')
  }
  const crash = async () => {
    await (below(2) === 0 ? scene.server.crash() : scene.server.stop())
    await pause(below(3000))
    await scene.server.start()
    await pause(3000)
  }
  const storm = async () => {
    await scene.ask(below(2) === 0 ? { ask: 'quiet', ms: 3000 } : { ask: 'down', ms: 3000 })
    await pause(4000)
  }
  const all = [
    ...Array.from({ length: kills }, () => kill),
    ...Array.from({ length: stalls }, () => stall),
    ...Array.from({ length: crashes }, () => crash),
    ...Array.from({ length: storms }, () => storm),
  ]
  let restarted = 0
  while (all.length > 0) {
    const [fault] = all.splice(below(all.length), 1)
    await fault?.()
    // A supervisor starts again what has ended.
    for (const [place, { process: child }] of scene.workers.entries())
      if (child.exitCode !== null || child.signalCode !== null) {
        restarted++
        await scene.replace(place)
      }
    await pause(below(400))
  }

  const differences = await scene.settled(60_000)
  await scene.reports()
  await pause(2 * every)
  const reports = await scene.reports()
  const status = await lastValueFrom(scene.fleet.status())
  const { rows } = await scene.pool.query<{ readonly jobs: number }>(
    'SELECT count(*)::int AS jobs FROM rxbank_fleet_engine.jobs WHERE key IS NULL OR attempts >= max_attempts',
  )
  await scene.close()
  const { missing, wrong, tooMany, miscounted } = differences
  const count = (tag: string) => reports.reduce((sum, { reported }) => sum + (reported[tag] ?? 0), 0)
  return [
    { name: 'rows', value: differences.rows, unit: '', least: 3 * users },
    { name: 'rows that are missing', value: missing, unit: '', most: 0 },
    { name: 'rows with another content', value: wrong, unit: '', most: 0 },
    { name: 'rows that the service does not have', value: tooMany, unit: '', most: 0 },
    { name: 'users whose rows were counted twice, or not', value: miscounted, unit: '', most: 0 },
    { name: 'users suspended', value: status.suspendedUsers, unit: '', most: 0 },
    { name: 'jobs left over', value: rows[0]?.jobs ?? NaN, unit: '', most: 0 },
    {
      name: 'longest lag once all is well',
      value: Math.max(0, ...reports.flatMap(({ lags }) => lags)),
      unit: 'ms',
      most: 5000,
    },
    { name: 'rounds superseded, by those who live at the end', value: count('RoundSuperseded'), unit: '' },
    { name: 'workers started again after they had ended', value: restarted, unit: '' },
  ]
}
