import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { filter, firstValueFrom, lastValueFrom, ReplaySubject, type Subscription, toArray } from 'rxjs'
import { createClient } from '../../../lib/index.js'
import { createSandbox, type JournalEntry, type Sandbox, type SandboxUser } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { buildCommandLine, type CommandLine, type Running } from '../../helpers/commandLine.js'
import type { Ended } from '../../helpers/commandProcess.js'

/** A row as a line of JSON holds it. */
export interface Row {
  readonly id: number
  readonly updated_at: string
}

/** What a command writes on stderr, line by line. */
export interface Told {
  /** The next line. */
  readonly line: () => Promise<string>
}

/** A sandbox on a real port, the command line, and a directory, for the specs of one `describe`. */
export interface Watching {
  readonly cli: () => CommandLine
  readonly sandbox: () => Sandbox
  readonly user: () => SandboxUser
  /** The address, credentials and user as the environment says them. */
  readonly env: () => Readonly<Record<string, string>>
  readonly path: (name: string) => string
  readonly start: (args: ReadonlyArray<string>) => Running
  readonly run: (args: ReadonlyArray<string>) => Promise<Ended>
  readonly reported: (running: Running) => Told
  /** Emits when a request is met that is asked for. */
  readonly request: (is: (entry: JournalEntry) => boolean) => Promise<JournalEntry>
  readonly close: () => void
  readonly reopen: () => Promise<void>
  /** All that the service has, as lines would say it. */
  readonly rows: () => Promise<ReadonlyArray<Row>>
}

/** The rows of a file of lines; throws for a line that is not whole. */
export const rowsIn = (text: string): ReadonlyArray<Row> =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)

/** The rows of a file. */
export const rowsOf = (file: string): ReadonlyArray<Row> => rowsIn(readFileSync(file, 'utf8'))

/** Rows by id, the last version of each. */
export const byId = (rows: ReadonlyArray<Row>): ReadonlyMap<number, Row> => new Map(rows.map((row) => [row.id, row]))

/** Starts a sandbox before each spec, and ends it after. */
export const watching = (transactions: number): Watching => {
  let cli: CommandLine
  let sandbox: Sandbox
  let url = 'http://127.0.0.1:0'
  let server: Subscription
  let directory: string
  const user = (): SandboxUser => sandbox.users[0] as SandboxUser
  const children: Array<Running> = []

  const open = async (): Promise<void> => {
    const urls = new ReplaySubject<string>(1)
    server = sandbox.listen(Number(new URL(url).port)).subscribe(urls)
    url = await firstValueFrom(urls)
  }

  beforeAll(() => {
    cli = buildCommandLine()
  })

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'rxbank-watch-'))
    sandbox = createSandbox({ profile: documentedProfile, transactions, users: 2 })
    url = 'http://127.0.0.1:0'
    await open()
  })

  afterEach(async () => {
    for (const { child } of children) child.kill('SIGKILL')
    await Promise.all(children.splice(0).map(({ ended }) => ended))
    server.unsubscribe()
    rmSync(directory, { recursive: true })
  })

  const env = (): Readonly<Record<string, string>> => ({
    RXBANK_BASE_URL: url,
    RXBANK_CLIENT_ID: sandbox.credentials.clientId,
    RXBANK_CLIENT_SECRET: sandbox.credentials.clientSecret,
    RXBANK_EXTERNAL_USER_ID: user().externalUserId,
    RXBANK_PROFILE: 'documented',
    XDG_CONFIG_HOME: directory,
  })

  return {
    cli: () => cli,
    sandbox: () => sandbox,
    user,
    env,
    path: (name) => join(directory, name),
    start: (args) => {
      const running = cli.start(['watch', ...args], env())
      children.push(running)
      return running
    },
    run: (args) => cli.run(['watch', ...args], env()),
    reported: ({ child }) => {
      if (child.stderr === null) throw new Error('it has no stderr')
      const lines = createInterface(child.stderr)[Symbol.asyncIterator]()
      return {
        line: async () => {
          const { value, done } = await lines.next()
          if (done === true) throw new Error('it has told all')
          return value
        },
      }
    },
    request: (is) => firstValueFrom(sandbox.journal.changes$.pipe(filter(is))),
    close: () => {
      server.unsubscribe()
    },
    reopen: open,
    rows: async () => {
      const client = createClient({
        profile: documentedProfile,
        baseUrl: 'http://127.0.0.1',
        ...sandbox.credentials,
        http: sandbox.http,
      })
      const all$ = client.user({ userUuid: user().uuid }).transactions.updated().all({ limit: 500 })
      const rows = await lastValueFrom(all$.pipe(toArray()))
      return JSON.parse(JSON.stringify(rows)) as ReadonlyArray<Row>
    },
  }
}
