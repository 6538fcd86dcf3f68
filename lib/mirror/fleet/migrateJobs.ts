import { catchError, concatMap, defer, from, ignoreElements, type Observable } from 'rxjs'
import type { PoolClientLike } from '../postgres/PoolLike.js'
import { runWork } from '../postgres/withConnection.js'
import { FleetError } from './FleetError.js'

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
 * these may end a process that cannot reach the database. The migrations continue after unsubscribing.
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
