import { catchError, concatMap, defer, from, ignoreElements, type Observable } from 'rxjs'
import type { PoolClientLike } from '../postgres/PoolLike.js'
import { FleetError } from './FleetError.js'

/** What graphile-worker asks of a pool, of one connection that it neither ends nor gives back. */
const poolOf = (client: PoolClientLike) => ({
  options: { max: 1 },
  listeners: () => [() => undefined],
  connect: () =>
    Promise.resolve({
      query: (...given: Parameters<PoolClientLike['query']>) => client.query(...given),
      release: () => undefined,
    }),
})

/** What graphile-worker sets as the exit code of the process where its tables are of a version that it does not know. */
const refusedCode = 57

/**
 * Makes or updates the tables of graphile-worker. It is loaded here, and nothing else of it runs in this process: its own
 * workers may end a process that cannot reach its database.
 */
export const migrateJobs = (client: PoolClientLike, schema: string): Observable<never> =>
  defer(() => from(import('graphile-worker'))).pipe(
    concatMap(({ Logger, runMigrations }) => {
      const { exitCode } = process
      const logger = new Logger(() => () => undefined)
      return from(runMigrations({ pgPool: poolOf(client) as never, schema, logger })).pipe(
        catchError((error: unknown) => {
          if (process.exitCode !== refusedCode || exitCode === refusedCode) throw error
          process.exitCode = exitCode
          throw new FleetError({ reason: 'newer' })
        }),
      )
    }),
    ignoreElements(),
  )
