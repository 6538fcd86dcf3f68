import { concat, defer, finalize, ignoreElements, map, type Observable, switchMap, takeUntil, tap } from 'rxjs'
import { systemClock } from '../../base/clock/systemClock.js'
import { CommandError, exitCodes, usageError } from '../CommandError.js'
import { commandEnd } from '../endSignals.js'
import { databaseUrl } from '../fleet/fleetSettings.js'
import type { BankDatabase } from './BankDatabase.js'
import { bankTools } from './bankTools.js'
import { openPostgres } from './postgresDatabase.js'
import { readerRole } from './readerRole.js'
import { sandboxDatabase, sandboxUser } from './sandboxDatabase.js'
import { serveOverHttp, serveOverStdio } from './serveMcp.js'
import { openSqlite, sqliteDatabase } from './sqliteDatabase.js'

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
