import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { createClient } from 'rxbank'
import { bridge2025 } from 'rxbank/bridge'
import { createFleet } from 'rxbank/fleet'
import { catchError, EMPTY, exhaustMap, firstValueFrom, forkJoin, lastValueFrom, ReplaySubject, timer } from 'rxjs'
import { readBalances } from './balances.js'
import { startBank } from './bankThread.js'
import { compare, countRows } from './comparison.js'
import { type PageMessage, servePage } from './page.js'
import { openParts, schema } from './parts.js'
import { startPostgres } from './postgres.js'
import { readSettings } from './settings.js'
import { startWorkers } from './workers.js'

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const { users, workers: count, every, port, databaseUrl } = readSettings()
const end$ = new ReplaySubject<void>(1)
let isEnding = false
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    if (isEnding) process.exit(130)
    isEnding = true
    end$.next()
  })

const postgres = databaseUrl === undefined ? await startPostgres() : undefined
const url = databaseUrl ?? postgres?.url ?? ''
const key = randomBytes(32).toString('base64')
const { pool, mirror, tokens, permits, engine } = openParts(url, key)
const { bank, rows, rest, stop: stopBank } = await startBank(users)
const client = createClient({
  profile: bridge2025,
  baseUrl: bank.baseUrl,
  clientId: bank.clientId,
  clientSecret: bank.clientSecret,
})
const fleet = createFleet({ client, mirror, engine, every })

// Nothing is left of a run before.
for (const name of [schema, `${schema}_fleet`, `${schema}_fleet_engine`])
  await pool.query(`DROP SCHEMA IF EXISTS ${name} CASCADE`)
for (const migrate of [fleet.migrate, tokens.migrate, permits.migrate])
  await lastValueFrom(migrate(), { defaultValue: undefined })
await pool.query(`CREATE TABLE ${schema}.counted AS SELECT 0::bigint AS rows`)
await lastValueFrom(fleet.add(bank.users))
say(`${users.toLocaleString('en-US')} users of an invented bank, each asked every ${String(every / 1000)} s`)

const { baseUrl, clientId, clientSecret } = bank
const workers = startWorkers(count, { databaseUrl: url, key, baseUrl, clientId, clientSecret, every })

const messages$ = new ReplaySubject<PageMessage>(20)
const sums = { rounds: 0, waiting: 0 }
const watching = workers.tallies$.subscribe(({ rounds, waiting }) => {
  sums.rounds += rounds
  sums.waiting = waiting
})
let before = 0
watching.add(
  timer(0, 1000)
    .pipe(exhaustMap(() => forkJoin([fleet.status(), permits.status(), countRows(pool)]).pipe(catchError(() => EMPTY))))
    .subscribe(
      ([
        { users, suspendedUsers, suspendedFeeds, dueRounds, lag, heldRounds },
        { limit, free, leased, spent, coolDown },
        total,
      ]) => {
        const pids = workers.pids()
        const counts = {
          users,
          suspendedUsers,
          suspendedFeeds,
          dueRounds,
          lag,
          heldRounds,
          pids,
          restarts: workers.restarts(),
        }
        const budget = { limit: limit.requests, free, leased, spent, coolDown }
        messages$.next({ type: 'shown', ...counts, ...sums, budget, total, rows: total - before })
        sums.rounds = 0
        before = total
      },
    ),
)
watching.add(
  mirror.changes$.subscribe((change) => {
    if (change._tag !== 'Changed') return
    messages$.next({ type: 'change', time: Date.now(), user: change.user, count: change.count })
  }),
)

const page = await servePage(port, messages$, {
  kill: () => {
    const pids = workers.pids()
    const pid = pids[Math.floor(Math.random() * pids.length)]
    return pid !== undefined && workers.kill(pid) ? `killed ${String(pid)}` : 'there is none to kill'
  },
  runNow: async (named) => {
    const id = named || (bank.users[Math.floor(Math.random() * bank.users.length)] ?? '')
    return (await firstValueFrom(fleet.runNow({ id }))) ? `${id} is asked now` : `there is no ${id}`
  },
  balances: async (user, width) => {
    const { rows } = await pool.query<{ readonly id: string }>(
      `SELECT id FROM ${schema}.present_accounts WHERE user_id = $1 ORDER BY id`,
      [user],
    )
    const accounts = rows.map(({ id }) => id)
    return readBalances(mirror, user, accounts, width)
  },
})
say(`${page.url} shows them; Ctrl-C ends all`)

/** The latest of a bank is in the database after the next round, so the users who are behind get one now. */
const settle = async () => {
  rest()
  const wanted = await rows()
  for (let tries = 0; ; tries++) {
    const comparison = await compare(pool, wanted)
    if (comparison.behind.length === 0 || tries === 60) return comparison
    if (tries === 0) say(`${String(comparison.behind.length)} users are behind: they are asked now`)
    if (tries % 10 === 0) for (const id of comparison.behind) await firstValueFrom(fleet.runNow({ id }))
    await setTimeout(500)
  }
}

await firstValueFrom(end$)
say('ending')
const { words, isGood } = await settle()
watching.unsubscribe()
page.close()
await workers.stop()
await pool.end()
await stopBank()
await postgres?.stop()
say(words)
process.exit(isGood ? 0 : 1)
