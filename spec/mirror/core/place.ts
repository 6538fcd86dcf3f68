import { isDeepStrictEqual } from 'node:util'
import { lastValueFrom, type Observable, of, toArray } from 'rxjs'
import { bridge2018, bridge2021, bridge2025 } from '../../../lib/bridge.js'
import {
  createClient,
  createVirtualClock,
  documentedProfile,
  type HttpResponse,
  type UserClient,
} from '../../../lib/index.js'
import type { Mirror, MirrorSettings } from '../../../lib/mirror/core/Mirror.js'
import { createSandbox, dialect2025, type Sandbox } from '../../../lib/sandbox.js'
import { lastingToken } from '../../helpers/scripted.js'

/** A row that a database gives. */
export type DatabaseRow = Readonly<Record<string, unknown>>

/** An empty database, and what specs need of it. */
export interface Place {
  /** A mirror over a connection of its own. */
  readonly createMirror: (settings?: MirrorSettings) => Mirror
  /** The rows that a statement gives, with JSON and numbers as texts. */
  readonly query: (sql: string) => Promise<ReadonlyArray<DatabaseRow>>
  /** Runs a script of several statements. */
  readonly script: (text: string) => Promise<unknown>
  readonly table: (name: string) => string
  readonly close: () => Promise<void>
}

/** All that a stream emits. */
export const all = <A>(stream: Observable<A>): Promise<ReadonlyArray<A>> => lastValueFrom(stream.pipe(toArray()))

/** What a stream errors with. */
export const failure = async (stream: Observable<unknown>): Promise<unknown> => {
  let failed: unknown = 'nothing'
  await all(stream).catch((error: unknown) => (failed = error))
  return failed
}

/** The API versions of the API, which differ in the names of fields. */
export const stages = {
  default: { profile: documentedProfile },
  'bridge 2018': { profile: bridge2018 },
  'bridge 2021': { profile: bridge2021 },
  'bridge 2025': { profile: bridge2025, dialect: dialect2025 },
} as const

export type Stage = keyof typeof stages

interface BankConfig {
  readonly transactions?: number
  readonly stocks?: number
  readonly stage?: Stage
}

/** A sandbox, with a client of its first user. */
export const bank = ({ stage = 'default', ...sizes }: BankConfig = {}) => {
  // Prices of stocks move with the time.
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 15, 12) })
  const sandbox = createSandbox({ seed: 5, clock, transactions: 60, stocks: 7, ...stages[stage], ...sizes })
  const [person] = sandbox.users
  if (person === undefined) throw new Error('nobody')
  const { profile } = stages[stage] as { readonly profile: typeof documentedProfile }
  const config = { baseUrl: 'https://bank.example', ...sandbox.credentials, http: sandbox.http, profile, clock }
  const { externalUserId, email, password } = person
  const user = createClient(config).user(stage === 'bridge 2018' ? { email, password } : { externalUserId })
  return { sandbox, clock, user, uuid: person.uuid, id: person.externalUserId }
}

const lists = ['items', 'accounts', 'stocks', 'transactions'] as const

const byId = (rows: ReadonlyArray<object>): ReadonlyMap<string, unknown> =>
  new Map(rows.map((row) => [String((row as { id: unknown }).id), JSON.parse(JSON.stringify(row))]))

/** All rows of the service, by list and id. */
export const truth = async (user: UserClient) =>
  new Map(
    await Promise.all(
      lists.map(async (list) => [list, byId(await all<object>(user[list].all({ limit: 500 })))] as const),
    ),
  )

/** All rows of a database that are not removed, by list and id. */
export const held = async ({ query, table }: Pick<Place, 'query' | 'table'>, id: string) => {
  const found = new Map<string, ReadonlyMap<string, unknown>>()
  for (const list of lists) {
    const sql = `SELECT id, CAST(row AS text) AS row FROM ${table(list)} WHERE user_id = '${id}' AND removed_at IS NULL`
    const rows = await query(sql)
    found.set(list, new Map(rows.map(({ id, row }) => [String(id), JSON.parse(String(row))])))
  }
  return found
}

/** What a database and the service have differently: nothing, or the first ten rows. */
export const differences = async (place: Pick<Place, 'query' | 'table'>, user: UserClient, id: string) => {
  const [ours, theirs] = [await held(place, id), await truth(user)]
  return lists
    .flatMap((list) => {
      const [here, there] = [ours.get(list), theirs.get(list)]
      const ids = new Set([...(here?.keys() ?? []), ...(there?.keys() ?? [])])
      return Array.from(ids, (row) => ({ list, row, here: here?.get(row), there: there?.get(row) }))
    })
    .filter(({ here, there }) => !isDeepStrictEqual(here, there))
    .slice(0, 10)
}

/** The client of a user of a sandbox. */
export const userOf = (
  { credentials, http }: Pick<Sandbox, 'credentials' | 'http'>,
  externalUserId: string,
): UserClient =>
  createClient({ profile: documentedProfile, baseUrl: 'https://bank.example', ...credentials, http }).user({
    externalUserId,
  })

/** A user whose lists of transactions and accounts have these rows, as JSON. */
export const scriptedUser = (transactions: ReadonlyArray<string>, accounts: ReadonlyArray<string> = []): UserClient => {
  const answer = (rows: ReadonlyArray<string>): HttpResponse => ({
    status: 200,
    headers: { date: new Date().toUTCString() },
    body: `{"resources":[${rows.join()}],"pagination":{"next_uri":null}}`,
  })
  const client = createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    clientId: 'a',
    clientSecret: 'b',
    http: ({ url }) => of(answer(url.includes('/accounts') ? accounts : transactions)),
  })
  return client.user({ token$: of(lastingToken()) })
}
