import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstValueFrom, lastValueFrom, ReplaySubject, type Subscription, toArray } from 'rxjs'
import { bridge2025 } from '../../../lib/bridge.js'
import { createClient, reveal } from '../../../lib/index.js'
import { createSandbox, type JournalEntry, type Sandbox, type SandboxUser } from '../../../lib/sandbox.js'
import { randomFrom } from '../../helpers/watching.js'
import { type Life, type RecipeProcesses, recipeProcesses } from './recipeProcess.js'

jest.setTimeout(600_000)

const seed = 20_260_115
/** How many processes are killed: more by hand than in each run. */
const kills = Number(process.env.WATCHER_KILLS ?? 80)
const watchers = 4

/** Where the deaths of each run fall, among others: those that chance has left out are aimed at in the end. */
const parts = [
  ...['before writeFileSync', 'after linkSync', 'before request', 'response', 'before log', 'after log'],
  ...['after open', 'after writeFile', 'after sync', 'before rename', 'after rename'],
]

const rowId = (row: string): number => (JSON.parse(row) as { readonly id: number }).id

const random = randomFrom(seed)
const below = (max: number): number => Math.floor(random() * max)

/** Changes rows that were inserted before, and inserts others. */
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

describe('the first program of the guide to watchers, killed with SIGKILL', () => {
  let processes: RecipeProcesses
  let directory: string
  let sandbox: Sandbox
  let port: Subscription
  let url: string

  beforeAll(async () => {
    processes = recipeProcesses()
    directory = mkdtempSync(join(tmpdir(), 'rxbank-kill-'))
    sandbox = createSandbox({ profile: bridge2025, users: watchers, transactions: 60, seed })
    const urls = new ReplaySubject<string>(1)
    port = sandbox.listen().subscribe(urls)
    url = await firstValueFrom(urls)
  })

  afterAll(() => {
    processes.stop()
    port.unsubscribe()
    rmSync(directory, { recursive: true })
  })

  /** The rows that have changed since a time, as JSON, by id. */
  const changedRows = async ({ externalUserId }: SandboxUser, since: Date): Promise<ReadonlyMap<number, string>> => {
    const client = createClient({ profile: bridge2025, ...sandbox.credentials, http: sandbox.http })
    const all$ = client.user({ externalUserId }).transactions.updated({ since }).all({ limit: 500 })
    const rows = await lastValueFrom(all$.pipe(toArray()))
    return new Map(rows.map((row) => [row.id, JSON.stringify(row)]))
  }

  it(`prints each row once, ${String(kills)} times, and leaves neither cursors nor tokens behind`, async () => {
    const start = new Date()
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
    const lives = new Map<SandboxUser, Array<Life>>(sandbox.users.map((user) => [user, []]))
    const live = async (user: SandboxUser, end: Parameters<RecipeProcesses['live']>[1]): Promise<Life> => {
      const { clientId, clientSecret } = sandbox.credentials
      const env = {
        RXBANK_BASE_URL: url,
        RXBANK_CLIENT_ID: clientId,
        RXBANK_CLIENT_SECRET: clientSecret,
        RXBANK_EXTERNAL_USER_ID: user.externalUserId,
        STATE_DIRECTORY: folderOf(user),
      }
      const life = await processes.live(env, end)
      lives.get(user)?.push(life)
      return life
    }
    /** The third list is requested when the rows of the second were saved; a token is requested before the first. */
    const untilTwoRounds = (boundaries: ReadonlyArray<string>): boolean =>
      boundaries.filter((name) => name === 'before request').length === 4

    const killAll = async (user: SandboxUser): Promise<void> => {
      mkdirSync(folderOf(user))
      // The first start: rows come before it has a response, and while it is dead.
      for (const dieAt of ['before request', 'response']) {
        await live(user, { dieAt })
        change(sandbox, user.uuid, known.get(user.uuid) ?? [])
      }
      const { boundaries } = await live(user, untilTwoRounds)
      for (let round = 3; round < kills / watchers; round++) {
        // By its own hand at a boundary; or from outside, at whatever it does by the time that its word of one is read.
        const number = 1 + below(boundaries.length)
        await live(user, round % 2 === 0 ? { dieAt: number } : ({ length }) => length === number)
      }
    }
    await Promise.all(sandbox.users.map(killAll))
    const allLives = () => [...lives.values()].flat()
    const deaths = () => new Set(allLives().map(({ boundaries }) => boundaries.at(-1)))
    const [first] = sandbox.users as [SandboxUser]
    for (const part of parts.filter((each) => !deaths().has(each))) await live(first, { dieAt: part })
    isChanging = false
    for (const user of sandbox.users) await live(user, untilTwoRounds)
    changing.unsubscribe()

    expect(allLives().length).toBeGreaterThanOrEqual(kills)
    const others = allLives().filter(({ signal }) => signal !== 'SIGKILL')
    expect(others.map(({ output }) => output.slice(-1000))).toEqual([])
    expect(parts.filter((part) => !deaths().has(part))).toEqual([])

    for (const user of sandbox.users) {
      const printed = (lives.get(user) ?? []).flatMap((life) => life.printed)
      const last = new Map(printed.map(({ row }) => [rowId(row), row]))
      expect(last).toEqual(await changedRows(user, start))
      // A row that was printed again had not been saved before: its delivery was cut.
      const saved = new Set<string>()
      const repeated = printed.filter(({ row, isSaved }) => {
        const isRepeated = saved.has(row)
        if (isSaved) saved.add(row)
        return isRepeated
      })
      expect(repeated).toEqual([])
      expect(saved.size).toBeGreaterThan(kills / watchers / 2)
    }

    const files = sandbox.users.flatMap((user) => readdirSync(folderOf(user)).map((name) => join(folderOf(user), name)))
    const left = [...allLives().map(({ output }) => output), ...files.map((file) => readFileSync(file, 'utf8'))].join(
      '\n',
    )
    expect(secrets.size).toBeGreaterThan(kills / 10)
    expect([...secrets].filter((secret) => left.includes(secret))).toEqual([])
    expect(left).not.toMatch(/next_uri|after=|Bearer/)
  })
})
