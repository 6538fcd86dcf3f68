import {
  concat,
  defer,
  finalize,
  from,
  ignoreElements,
  map,
  type Observable,
  of,
  switchMap,
  takeUntil,
  tap,
} from 'rxjs'
import { systemClock } from '../../base/clock/systemClock.js'
import { createClient } from '../../client/createClient.js'
import { createMirror } from '../../mirror/sqlite/createSqliteMirror.js'
import { bridge2025 } from '../../service/bridge/bridge2025.js'
import { createSandbox } from '../../testing/sandbox/createSandbox.js'
import { CommandError, exitCodes, usageError } from '../CommandError.js'
import { commandEnd } from '../endSignals.js'
import { databaseUrl } from '../fleet/fleetSettings.js'
import { loadPeer } from '../loadPeer.js'
import { bankTools } from './bankTools.js'
import { quoteName } from './quoteName.js'
import { serveOverHttp, serveOverStdio } from './serveMcp.js'
import { type BankDatabase, openSqlite, sqliteDatabase, type SqlRow } from './sqliteDatabase.js'

/** The views and tables that the tools read. */
const readTables = [
  'users',
  'items',
  'present_accounts',
  'shown_transactions',
  'booked_transactions',
  'balances',
] as const

/**
 * The SQL that creates a role which can read what the tools read, and nothing else. Only its privileges keep it from more: a
 * role may change its own settings.
 */
export const readerRole = (schema: string): ReadonlyArray<string> => [
  "CREATE ROLE rxbank_reader LOGIN PASSWORD 'choose one' CONNECTION LIMIT 4;",
  "ALTER ROLE rxbank_reader SET statement_timeout = '10s';",
  `GRANT USAGE ON SCHEMA ${quoteName(schema)} TO rxbank_reader;`,
  // The views run with the privileges of their reader, so the role needs the tables below them too.
  ...[...readTables, 'accounts', 'transactions'].map(
    (table) => `GRANT SELECT ON ${quoteName(schema)}.${quoteName(table)} TO rxbank_reader;`,
  ),
]

/** The user of the sandbox whose data is read. */
const sandboxUser = 'A6J'

/** An invented bank in memory, mirrored once. */
const sandboxDatabase = (): Observable<BankDatabase> =>
  openSqlite(':memory:', false).pipe(
    switchMap((connection) => {
      const { credentials, http } = createSandbox({ profile: bridge2025 })
      const client = createClient({ profile: bridge2025, ...credentials, http })
      const round$ = createMirror({ database: connection }).sync(client.user({ externalUserId: sandboxUser }), {
        id: sandboxUser,
      })
      return concat(
        round$.pipe(ignoreElements()),
        defer(() => of(sqliteDatabase(connection))),
      )
    }),
  )

/** How long a statement may take, in milliseconds: an agent may ask for anything. */
const statementTimeout = 10_000

/** Opens the tables of a schema in PostgreSQL. Each session can only read. */
export const openPostgres = (url: string, schema: string): Observable<BankDatabase> =>
  defer(async (): Promise<BankDatabase> => {
    const { default: pg } = await loadPeer('pg', { user: 'PostgreSQL', install: 'pg' }, () => import('pg'))
    const pool = new pg.Pool({
      connectionString: url,
      application_name: 'rxbank mcp',
      options: `-c datestyle=ISO -c default_transaction_read_only=on -c statement_timeout=${String(statementTimeout)}`,
      connectionTimeoutMillis: 10_000,
      max: 2,
    })
    pool.on('error', () => undefined)
    return {
      table: (name) => `${quoteName(schema)}.${quoteName(name)}`,
      jsonText: (column, field) => `${column} ->> '${field}'`,
      jsonStrings: (parameter) => `SELECT json_array_elements_text(CAST(${parameter} AS json))`,
      query: (text, values) => defer(() => from(pool.query<SqlRow>(text, [...values]))).pipe(map(({ rows }) => rows)),
      close: () => void pool.end(),
    }
  })

/** The options of `rxbank mcp`. */
export interface McpOptions {
  readonly sqlite?: string
  readonly postgres?: boolean
  readonly sandbox?: boolean
  readonly schema: string
  readonly user?: string
  readonly http?: number
  readonly showIbans?: boolean
}

const openDatabase = ({ sqlite, postgres = false, sandbox = false, schema }: McpOptions): Observable<BankDatabase> => {
  if ([sqlite !== undefined, postgres, sandbox].filter(Boolean).length !== 1)
    throw usageError('choose one of --sqlite FILE, --postgres and --sandbox')
  if (sandbox) return sandboxDatabase()
  return sqlite === undefined
    ? openPostgres(databaseUrl(process.env), schema)
    : openSqlite(sqlite, true).pipe(map(sqliteDatabase))
}

const userOf = ({ sandbox = false, user }: McpOptions): string => {
  if (user !== undefined) return user
  if (sandbox) return sandboxUser
  throw usageError('missing --user: the id of the user in the mirror whose data is read')
}

/** Errors unless the mirror has the user. */
const checkUser = (database: BankDatabase, user: string): Observable<never> =>
  database.query(`SELECT id FROM ${database.table('users')} WHERE id = $1`, [user]).pipe(
    tap((rows) => {
      if (rows.length === 0) throw new CommandError('the mirror has no such user: see --user', exitCodes.failed)
    }),
    ignoreElements(),
  )

/** Serves the tools until the client leaves, or Ctrl-C. */
export const runMcp = (options: McpOptions): Observable<never> =>
  defer(() => {
    const user = userOf(options)
    const { http, showIbans = false } = options
    return openDatabase(options).pipe(
      switchMap((database) => {
        const tools = bankTools({ database, user, showIbans, clock: systemClock })
        const served$ =
          http === undefined
            ? serveOverStdio(tools)
            : serveOverHttp(tools, http).pipe(
                tap(({ url, token }) => void process.stderr.write(`${url}\nAuthorization: Bearer ${token}\n`)),
              )
        return concat(checkUser(database, user), served$).pipe(finalize(() => database.close()))
      }),
      ignoreElements(),
      takeUntil(commandEnd()),
    )
  })

/** Prints the SQL of a role that can read what the tools read. */
export const printReaderRole = (schema: string): void => {
  process.stdout.write(`${readerRole(schema).join('\n')}\n`)
}
