import { catchError, concat, concatMap, defer, from, ignoreElements, type Observable, tap, throwError } from 'rxjs'
import { checkSchema, migrate, type Steps } from '../mirror/migrate.js'
import type { Migration } from '../mirror/Mirror.js'
import { type Program, statement } from '../mirror/Program.js'
import { connected, query } from '../postgres/connected.js'
import type { PoolLike } from '../postgres/PoolLike.js'
import { transaction } from '../postgres/transaction.js'
import { engineError } from './engineError.js'
import { engineMigrations, jobsSchema } from './engineMigrations.js'
import { FleetError } from './FleetError.js'
import { migrateJobs } from './migrateJobs.js'

const steps = (schema: string): Steps => ({
  migrations: engineMigrations(schema),
  table: (name) => `${schema}.${name}`,
  findMigrations: statement(`SELECT 1 AS there WHERE to_regclass($1) IS NOT NULL`, `${schema}.migrations`),
  beginMigration: `
    SELECT pg_advisory_xact_lock(hashtextextended('rxbank fleet ${schema}', 0));
    DO $$ BEGIN
      IF to_regnamespace('${schema}') IS NULL THEN CREATE SCHEMA ${schema}; END IF;
    END $$;
    CREATE TABLE IF NOT EXISTS ${schema}.migrations (
      number integer PRIMARY KEY,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`,
})

/** One after the other: of two that create a schema at once one would fail. */
const alone = (schema: string): string => `hashtextextended('rxbank fleet jobs ${schema}', 0)`

/** Makes or updates the tables of an engine: emits the steps that were applied. */
export const migrateEngine = (pool: PoolLike, schema: string): Observable<Migration> =>
  concat(
    connected(
      pool,
      (client) =>
        concat(
          query(client, `SELECT pg_advisory_lock(${alone(schema)})`).pipe(ignoreElements()),
          migrateJobs(client, jobsSchema(schema)),
        ),
      (client) => query(client, `SELECT pg_advisory_unlock(${alone(schema)})`),
    ),
    transaction(pool)(() => migrate(steps(schema))).pipe(concatMap((applied) => from(applied))),
  ).pipe(catchError((error: unknown) => throwError(() => engineError(error))))

/** graphile-worker's tables have row-level security without a policy: who does not own them finds all of them empty. */
function* checkTables(schema: string): Program<void> {
  yield* checkSchema(steps(schema))
  const jobs = `${jobsSchema(schema)}._private_jobs`
  const [row] = yield statement('SELECT row_security_active($1::regclass) AS hidden', jobs)
  if (row?.hidden === true) throw new FleetError({ reason: 'denied' })
}

/** Completes where the tables are those that this version of the library knows, and their rows are seen; asks once. */
export const checkEngine = (pool: PoolLike, schema: string): Observable<never> => {
  let isChecked = false
  return defer(() => (isChecked ? [] : transaction(pool)(() => checkTables(schema)))).pipe(
    tap({ complete: () => (isChecked = true) }),
    ignoreElements(),
    catchError((error: unknown) => throwError(() => engineError(error))),
  )
}
