import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstValueFrom, lastValueFrom, ReplaySubject, type Subscription, toArray } from 'rxjs'
import { createClient, reveal } from '../../../lib/index.js'
import { createSandbox, type JournalEntry, type Sandbox, type SandboxUser } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { randomFrom } from '../../helpers/watching.js'
import {
  type Judge,
  type WatcherEnd,
  type WatcherLife,
  type WatcherProcesses,
  watcherProcesses,
} from '../watcherProcess.js'

jest.setTimeout(240_000)

const seed = 20_260_115
/** How many watchers are killed: more by hand than in each run. */
const kills = Number(process.env.WATCHER_KILLS ?? 80)
const watchers = 4

/**
 * Where deaths fell: among others in a page, in the middle of a write to the sink, and at each step of a save. Those that
 * chance has left out are aimed at in the end.
 */
const parts = [
  ...['after load', 'Requested', 'Responded', 'after half of process', 'before save'],
  ...['after open', 'after writeFile', 'after sync', 'before rename', 'after rename', 'after saved'],
]

/** The rows of a sink: the last whole line of an id is the row as it is now. */
const rowsOf = (sink: string): ReadonlyMap<number, unknown> =>
  new Map(
    sink.split('\n').flatMap((line) => {
      try {
        const row = JSON.parse(line) as { readonly id: number }
        return [[row.id, row] as const]
      } catch {
        return []
      }
    }),
  )

const random = randomFrom(seed)
const below = (most: number): number => Math.floor(random() * most)

/** Changes the rows of whoever asks, so that no two questions find the same. */
const change = (sandbox: Sandbox, uuid: string, known: Array<number>): void => {
  known.unshift(...sandbox.insertTransactions(uuid, below(3)))
  const [updated, deleted] = [known[below(known.length)], known[below(known.length)]]
  if (updated !== undefined && random() < 0.6)
    sandbox.updateTransaction(updated, { description: `change ${String(below(1e9))}` })
  if (deleted !== undefined && random() < 0.3) {
    sandbox.deleteTransaction(deleted)
    known.splice(known.indexOf(deleted), 1)
  }
}

/** What no process may leave behind: the cursors and tokens that went over the wire. */
const secretsIn = ({ query, headers }: JournalEntry): ReadonlyArray<string> => {
  const cursor = /(?:^|&)after=([^&]+)/.exec(query)?.[1]
  const { authorization } = headers
  const bearer =
    authorization === undefined || typeof authorization === 'string' ? authorization : reveal(authorization)
  return [
    ...(cursor === undefined ? [] : [cursor, decodeURIComponent(cursor)]),
    ...(bearer === undefined ? [] : [bearer.replace(/^Bearer /, '')]),
  ]
}

describe('a watcher that is killed', () => {
  let processes: WatcherProcesses
  let directory: string
  let sandbox: Sandbox
  let port: Subscription
  let url: string

  beforeAll(async () => {
    processes = watcherProcesses()
    directory = mkdtempSync(join(tmpdir(), 'rxbank-kill-'))
    sandbox = createSandbox({ profile: documentedProfile, users: watchers, transactions: 60, seed })
    const urls = new ReplaySubject<string>(1)
    port = sandbox.listen().subscribe(urls)
    url = await firstValueFrom(urls)
  })

  afterAll(() => {
    processes.stop()
    port.unsubscribe()
    rmSync(directory, { recursive: true })
  })

  const serverRows = async ({ externalUserId }: SandboxUser): Promise<ReadonlyMap<number, unknown>> => {
    const client = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      ...sandbox.credentials,
      http: sandbox.http,
    })
    const all$ = client.user({ externalUserId }).transactions.updated({}).all({ limit: 500 })
    const rows = await lastValueFrom(all$.pipe(toArray()))
    return rowsOf(rows.map((row) => JSON.stringify(row)).join('\n'))
  }

  it(`loses nothing, ${String(kills)} times, and leaves neither cursors nor tokens behind`, async () => {
    const secrets = new Set<string>([sandbox.credentials.clientSecret])
    const known = new Map(sandbox.users.map(({ uuid }) => [uuid, [] as Array<number>]))
    let isChanging = true
    const changing = sandbox.journal.changes$.subscribe((entry) => {
      for (const secret of secretsIn(entry)) secrets.add(secret)
      const rows = known.get(entry.userUuid ?? '')
      if (isChanging && entry.route === 'transactionsUpdated' && entry.status === 'pending' && rows !== undefined)
        change(sandbox, entry.userUuid ?? '', rows)
    })

    const folderOf = ({ externalUserId }: SandboxUser): string => join(directory, externalUserId)
    const live = (user: SandboxUser, dieAt: WatcherLife['dieAt'], judge?: Judge): Promise<WatcherEnd> => {
      const { externalUserId } = user
      const folder = folderOf(user)
      return processes.live({ url, credentials: sandbox.credentials, externalUserId, folder, dieAt }, judge)
    }
    const isRound = (name: string): boolean => name === 'Polled'
    const untilRounds =
      (rounds: number): Judge =>
      (boundaries) =>
        boundaries.filter(isRound).length === rounds ? 'SIGTERM' : undefined

    const killed: Array<WatcherEnd> = []
    const places = () => new Set(killed.map(({ boundaries }) => boundaries.at(-1)))
    const outputs: Array<string> = []
    const kill = async (life: Promise<WatcherEnd>): Promise<void> => {
      const end = await life
      killed.push(end)
      outputs.push(end.output)
    }
    const lives = async (user: SandboxUser): Promise<void> => {
      mkdirSync(folderOf(user))
      const { boundaries, output } = await live(user, null, untilRounds(2))
      outputs.push(output)
      for (let round = 0; round < kills / watchers; round++) {
        // By its own hand at a boundary; or from outside, at whatever it does by the time that its word of one is read.
        const place = 1 + below(boundaries.length)
        await kill(
          round % 2 === 0
            ? live(user, place)
            : live(user, null, ({ length }) => (length === place ? 'SIGKILL' : undefined)),
        )
      }
    }
    await Promise.all(sandbox.users.map(lives))
    const [first] = sandbox.users as [SandboxUser]
    for (const part of parts.filter((each) => !places().has(each))) await kill(live(first, part))
    isChanging = false

    const others = killed.filter(({ signal }) => signal !== 'SIGKILL')
    expect(others.map(({ output }) => output.slice(-1000))).toEqual([])
    expect(parts.filter((part) => !places().has(part))).toEqual([])

    for (const user of sandbox.users) {
      const { code, output } = await live(user, null, untilRounds(2))
      outputs.push(output)
      expect(code).toBe(0)
      const sink = readFileSync(join(folderOf(user), 'transactions.ndjson'), 'utf8')
      expect(rowsOf(sink)).toEqual(await serverRows(user))
    }
    changing.unsubscribe()

    const files = sandbox.users.flatMap((user) => readdirSync(folderOf(user)).map((name) => join(folderOf(user), name)))
    const left = [...outputs, ...files.map((file) => readFileSync(file, 'utf8'))].join('\n')
    // Whoever had a second answer had asked for it with a token of its own.
    const bearers = killed.filter(({ boundaries }) => boundaries.filter((name) => name === 'Responded').length > 1)
    expect(bearers.length).toBeGreaterThan(kills / 10)
    expect(secrets.size).toBeGreaterThan(bearers.length)
    expect([...secrets].filter((secret) => left.includes(secret))).toEqual([])
    expect(left).not.toMatch(/next_uri|after=|Bearer/)
  })
})
