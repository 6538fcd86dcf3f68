import { Pool } from 'pg'
import { lastValueFrom, toArray } from 'rxjs'
import { createEngine } from '../../../lib/fleet.js'
import { program, type Running } from '../../helpers/program.js'
import { waitUntil } from '../../helpers/waitUntil.js'
import { type Server, startServer } from './server.js'

/** How many workers are killed: more by hand than in each run. */
const kills = Number(process.env.ENGINE_KILLS ?? 6)

/** Works on rounds of some milliseconds, and writes a line for each begin and end of one, with the time of the machine. */
const worker = program(`
  import { createRequire } from 'node:module'
  import { writeSync } from 'node:fs'
  import { concat, concatMap, defer, EMPTY, finalize, mergeMap, retry, Subject, tap, timer } from 'rxjs'
  import { createEngine } from '../lib/mirror/fleet/engine/createEngine.js'
  const [port] = process.argv.slice(2)
  const { Pool } = createRequire(process.cwd() + '/package.json')('pg')
  const pool = new Pool({
    host: '127.0.0.1', port: Number(port), user: 'postgres', database: 'postgres', application_name: String(process.pid),
  })
  pool.on('error', () => undefined)
  const say = (...words) => void writeSync(1, [...words, Math.round(Number(process.hrtime.bigint()) / 1000)].join(' ') + '\\n')
  const stop$ = new Subject()
  process.on('SIGTERM', () => stop$.next())
  const round = ({ user, end }) => {
    let isOpen = true
    const close = () => { if (isOpen) say('-', user); isOpen = false }
    say('+', user)
    return timer(5 + Math.random() * 30).pipe(
      tap(close),
      concatMap(() => end({ _tag: 'Again', wait: 300, every: 300, failures: 0 })),
      tap((isMine) => { if (!isMine) say('superseded', user) }),
      finalize(close),
    )
  }
  createEngine({ pool, lease: 1500 }).work({ concurrency: { scheduled: 30, immediate: 5 }, stop$ }).pipe(
    mergeMap((reported) => 'user' in reported ? round(reported) : defer(() => { say(reported._tag, reported.rounds); return EMPTY })),
    retry({ delay: (error) => { say('error', error.reason); return timer(100) } }),
  ).subscribe({ complete: () => pool.end() })
`)

interface Line {
  readonly word: string
  readonly about: string
  readonly at: number
}

/** A process, and what it has written. */
interface Process {
  readonly running: Running
  readonly lines: Array<Line>
  /** When it was killed or stopped, in microseconds of the machine. */
  gone: number
}

const now = (): number => Math.round(Number(process.hrtime.bigint()) / 1000)

describe('workers of an engine as processes', () => {
  const ids = Array.from({ length: 200 }, (_, index) => `user${String(index)}`)
  const all: Array<Process> = []
  let server: Server
  let pool: Pool

  const start = (): Process => {
    const running = worker.start([String(server.port)])
    const one: Process = { running, lines: [], gone: Infinity }
    all.push(one)
    void (async () => {
      for (let line = await running.line(); line !== undefined; line = await running.line()) {
        const [word = '', about = '', at = ''] = line.split(' ')
        one.lines.push({ word, about, at: Number(at) })
      }
    })()
    return one
  }

  const living = () => all.filter(({ gone }) => gone === Infinity)
  const begun = (since: number): ReadonlySet<string> =>
    new Set(
      living().flatMap(({ lines }) =>
        lines.filter(({ word, at }) => word === '+' && at > since).map(({ about }) => about),
      ),
    )
  /** Waits until each of the users has had a round that began from now on. */
  const served = (users: ReadonlyArray<string>, since = now()) =>
    waitUntil(() => {
      const seen = begun(since)
      return users.every((user) => seen.has(user))
    })
  const heldBy = ({ lines }: Process): ReadonlyArray<string> => {
    const held = new Set<string>()
    for (const { word, about } of lines) {
      if (word === '+') held.add(about)
      if (word === '-') held.delete(about)
    }
    return Array.from(held)
  }

  const isBuried = async ({ running }: Process): Promise<boolean> => {
    const { rows } = await pool.query(
      'SELECT FROM rxbank_fleet.worker w JOIN pg_stat_activity a USING (pid) WHERE a.application_name = $1',
      [String(running.child.pid)],
    )
    return rows.length === 0
  }

  /** What is wrong in the tables: users without a job of their own, and jobs that nobody would take. */
  const wrong = async () => {
    const { rows } = await pool.query<{ id: string }>(`
      SELECT f.id FROM rxbank_fleet.follower f WHERE NOT EXISTS (SELECT FROM rxbank_fleet_engine._private_jobs j WHERE j.key = f.id)
      UNION ALL
      SELECT j.id::text FROM rxbank_fleet_engine._private_jobs j
      WHERE j.key IS NULL OR j.attempts >= j.max_attempts OR j.last_error IS NOT NULL
        OR j.locked_by IS NOT NULL AND NOT EXISTS (SELECT FROM rxbank_fleet.worker w WHERE w.id = j.locked_by)`)
    return rows
  }

  beforeAll(async () => {
    server = await startServer()
    pool = new Pool({ host: '127.0.0.1', port: server.port, user: 'postgres', database: 'postgres' })
    pool.on('error', () => undefined)
    const engine = createEngine({ pool })
    await lastValueFrom(engine.migrate().pipe(toArray()))
    await lastValueFrom(engine.add(ids.map((id, index) => ({ id, wait: index }))))
    for (let count = 0; count < 3; count++) start()
    await served(ids, 0)
  })
  afterAll(async () => {
    for (const { running } of all) running.child.kill('SIGKILL')
    await Promise.all(all.map(({ running }) => running.ended))
    await pool.end()
    await server.remove()
  })

  it(
    'are killed, and all that they held is taken again, by one at a time',
    async () => {
      const waits: Array<number> = []
      for (let count = 0; count < kills; count++) {
        const [victim] = living()
        if (victim === undefined) throw new Error('nobody works')
        await waitUntil(() => heldBy(victim).length > 0)
        victim.running.child.kill('SIGKILL')
        victim.gone = now()
        await victim.running.ended
        start()
        await served(heldBy(victim), victim.gone)
        waits.push(Math.round((now() - victim.gone) / 1000))
      }
      await served(ids)
      expect(await wrong()).toEqual([])
      const rounds = all.flatMap(({ lines, gone }) => {
        const open = new Map<string, number>()
        const ended: Array<{ user: string; from: number; to: number }> = []
        for (const { word, about, at } of lines) {
          if (word === '+') open.set(about, at)
          if (word === '-') ended.push({ user: about, from: open.get(about) ?? at, to: at })
          if (word === '-') open.delete(about)
        }
        return [...ended, ...Array.from(open, ([user, from]) => ({ user, from, to: Math.min(gone, now()) }))]
      })
      const sorted = rounds.sort((a, b) => (a.user === b.user ? a.from - b.from : a.user < b.user ? -1 : 1))
      const twice = sorted.filter(({ user, from }, index) => {
        const before = sorted[index - 1]
        return before?.user === user && before.to > from
      })
      expect(rounds.length).toBeGreaterThan(ids.length)
      expect(twice).toEqual([])
      if (process.env.ENGINE_KILLS !== undefined) {
        const [low, ...rest] = waits.sort((a, b) => a - b)
        console.error(
          `taken again after ms: ${String(low)} to ${String(rest.at(-1))}, median ${String(waits[kills >> 1])}`,
        )
      }
    },
    60_000 + kills * 5000,
  )

  it('one that slept beyond its lease is told, ends nothing, and works again', async () => {
    const [sleeper] = living()
    if (sleeper === undefined) throw new Error('nobody works')
    await waitUntil(() => heldBy(sleeper).length > 0)
    sleeper.running.child.kill('SIGSTOP')
    sleeper.gone = now()
    // It may hold nothing by now: then all users are served before its lease is over.
    await waitUntil(() => isBuried(sleeper))
    await served(ids, sleeper.gone)
    const slept = sleeper.lines.length
    sleeper.running.child.kill('SIGCONT')
    sleeper.gone = Infinity
    const since = () => sleeper.lines.slice(slept)
    await waitUntil(() => since().some(({ word }) => word === 'error'))
    expect(since().find(({ word }) => word === 'error')?.about).toBe('stalled')
    const reported = sleeper.lines.length
    await waitUntil(() => sleeper.lines.slice(reported).some(({ word }) => word === '+'))
    await served(ids)
    expect(await wrong()).toEqual([])
  }, 60_000)

  it.each([
    ['restarted', () => server.stop()],
    ['crashed', () => server.crash()],
  ])(
    'go on where PostgreSQL was %s',
    async (_, end) => {
      await end()
      await server.start()
      await served(ids)
      expect(await wrong()).toEqual([])
      expect(living().every(({ running }) => running.child.exitCode === null)).toBe(true)
    },
    60_000,
  )

  it('go on where their connections are cut', async () => {
    for (let count = 0; count < 5; count++) {
      await pool.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()')
      await served(ids)
    }
    expect(await wrong()).toEqual([])
  }, 60_000)

  it('end on SIGTERM with nothing held', async () => {
    const ending = living()
    for (const { running } of ending) running.child.kill('SIGTERM')
    expect(await Promise.all(ending.map(({ running }) => running.ended))).toEqual(ending.map(() => [0, null]))
    const { rows } = await pool.query(
      'SELECT 1 FROM rxbank_fleet_engine._private_jobs WHERE locked_by IS NOT NULL UNION ALL SELECT 1 FROM rxbank_fleet.worker',
    )
    expect(rows).toEqual([])
    expect(await wrong()).toEqual([])
  }, 60_000)
})
