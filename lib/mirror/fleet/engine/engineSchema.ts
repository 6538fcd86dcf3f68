import { catchError, concat, concatMap, defer, from, ignoreElements, type Observable, tap, throwError } from 'rxjs'
import type { Migration } from '../../core/Mirror.js'
import { applyMigrations, checkSchema } from '../../core/prepareTables.js'
import { type Program, statement } from '../../core/Program.js'
import type { TableMigrations } from '../../core/SqlDialect.js'
import type { PoolClientLike, PoolLike } from '../../postgres/PoolLike.js'
import { type Limits, migrationLimits, tableLockTimeout } from '../../postgres/postgresLimits.js'
import { postgresTransaction } from '../../postgres/postgresTransaction.js'
import { quoted, schemaTables } from '../../postgres/schemaTables.js'
import { query, runWork, withConnection } from '../../postgres/withConnection.js'
import { FleetError } from '../FleetError.js'
import { engineMigrations, jobsSchema } from './engineMigrations.js'
import { engineError } from './engineQuery.js'

/** A pool for graphile-worker that has only this connection, and neither ends nor releases it. */
const poolOf = (client: PoolClientLike) => ({
  options: { max: 1 },
  listeners: () => [() => undefined],
  connect: () =>
    Promise.resolve({
      query: (...args: Parameters<PoolClientLike['query']>) => client.query(...args),
      release: () => undefined,
    }),
})

/** The exit code that graphile-worker sets for the process if its tables are of a version that it does not know. */
const newerTablesExitCode = 57

/**
 * Creates or updates the tables of graphile-worker. Only its migrations run in this process, not its workers, because
 * these may terminate a process that cannot reach the database. The migrations continue after unsubscribing.
 */
export const migrateJobs = (client: PoolClientLike, schema: string): Observable<never> =>
  defer(() => from(import('graphile-worker'))).pipe(
    catchError((error: NodeJS.ErrnoException) => {
      throw new FleetError({ reason: 'uninstalled', code: error.code })
    }),
    concatMap(({ Logger, runMigrations }) => {
      const { exitCode } = process
      const logger = new Logger(() => () => undefined)
      return runWork(client, () => runMigrations({ pgPool: poolOf(client) as never, schema, logger })).pipe(
        catchError((error: unknown) => {
          if (process.exitCode !== newerTablesExitCode || exitCode === newerTablesExitCode) throw error
          process.exitCode = exitCode
          throw new FleetError({ reason: 'newer' })
        }),
      )
    }),
    ignoreElements(),
  )

/** The migrations of an engine. A mirror, tokens and permits may have tables in the same schema. */
const fleetMigrations = (schema: string): TableMigrations => schemaTables(schema, 'fleet_', engineMigrations(schema))

/** The key of an advisory lock: if two processes created the schema at once, one of them would fail. */
const lockKey = (schema: string): string => `hashtextextended('rxbank fleet jobs ${schema}'::text, 0::bigint)`

/** Refuses a database that cannot store all characters. */
function* checkEncoding(): Program<void> {
  const [row] = yield statement("SELECT current_setting('server_encoding') AS encoding")
  if (row?.encoding !== 'UTF8') throw new FleetError({ reason: 'encoding' })
}

/** Creates or updates the tables of an engine: emits each migration that was applied. */
export const migrateEngine = (pool: PoolLike, schema: string, limits: Limits): Observable<Migration> => {
  const longLimits = migrationLimits(limits)
  return concat(
    postgresTransaction(pool, limits)(checkEncoding).pipe(ignoreElements()),
    withConnection(
      pool,
      (client) =>
        concat(
          query(client, `SELECT pg_advisory_lock(${lockKey(schema)})`).pipe(ignoreElements()),
          query(client, `SET lock_timeout = ${String(tableLockTimeout)}`).pipe(ignoreElements()),
          migrateJobs(client, jobsSchema(schema)),
        ),
      (client) =>
        concat(query(client, 'RESET lock_timeout'), query(client, `SELECT pg_advisory_unlock(${lockKey(schema)})`)),
      longLimits,
    ),
    postgresTransaction(
      pool,
      longLimits,
    )(() => applyMigrations(fleetMigrations(schema))).pipe(concatMap((applied) => from(applied))),
  ).pipe(catchError((error: unknown) => throwError(() => engineError(error))))
}

/**
 * Throws unless the tables are of this version and their rows are visible. The tables of graphile-worker have row-level
 * security without a policy, so a role that does not own them sees no rows.
 */
function* checkTables(schema: string): Program<void> {
  yield* checkSchema(fleetMigrations(schema))
  const jobs = `${quoted(jobsSchema(schema))}._private_jobs`
  const [row] = yield statement('SELECT row_security_active($1::regclass) AS hidden', jobs)
  if (row?.hidden === true) throw new FleetError({ reason: 'denied' })
}

/**
 * Completes if the tables are of this version and their rows are visible. Queries the database until the check has
 * succeeded once.
 */
export const checkEngine = (pool: PoolLike, schema: string, limits: Limits): Observable<never> => {
  let isChecked = false
  return defer(() => (isChecked ? [] : postgresTransaction(pool, limits)(() => checkTables(schema)))).pipe(
    tap({ complete: () => (isChecked = true) }),
    ignoreElements(),
    catchError((error: unknown) => throwError(() => engineError(error))),
  )
}
