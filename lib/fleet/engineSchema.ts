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
  // The schema is searched in `pg_namespace`, because `to_regnamespace` may return a result from before the wait for the
  // lock.
  beginMigration: `
    SELECT pg_advisory_xact_lock(hashtextextended('rxbank fleet ${schema}', 0));
    DO $$ BEGIN
      IF NOT EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = '${schema}') THEN CREATE SCHEMA ${schema}; END IF;
    END $$;
    CREATE TABLE IF NOT EXISTS ${schema}.migrations (
      number integer PRIMARY KEY,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`,
})

/** The key of an advisory lock: if two processes created the schema at once, one of them would fail. */
const lockKey = (schema: string): string => `hashtextextended('rxbank fleet jobs ${schema}', 0)`

/** Creates or updates the tables of an engine: emits each migration that was applied. */
export const migrateEngine = (pool: PoolLike, schema: string): Observable<Migration> =>
  concat(
    connected(
      pool,
      (client) =>
        concat(
          query(client, `SELECT pg_advisory_lock(${lockKey(schema)})`).pipe(ignoreElements()),
          migrateJobs(client, jobsSchema(schema)),
        ),
      (client) => query(client, `SELECT pg_advisory_unlock(${lockKey(schema)})`),
    ),
    transaction(pool)(() => migrate(steps(schema))).pipe(concatMap((applied) => from(applied))),
  ).pipe(catchError((error: unknown) => throwError(() => engineError(error))))

/**
 * Throws unless the tables are of this version and their rows are visible. The tables of graphile-worker have row-level
 * security without a policy, so a role that does not own them sees no rows.
 */
function* checkTables(schema: string): Program<void> {
  yield* checkSchema(steps(schema))
  const jobs = `${jobsSchema(schema)}._private_jobs`
  const [row] = yield statement('SELECT row_security_active($1::regclass) AS hidden', jobs)
  if (row?.hidden === true) throw new FleetError({ reason: 'denied' })
}

/** Completes if the tables are of this version and their rows are visible. Asks the database until this was so once. */
export const checkEngine = (pool: PoolLike, schema: string): Observable<never> => {
  let isChecked = false
  return defer(() => (isChecked ? [] : transaction(pool)(() => checkTables(schema)))).pipe(
    tap({ complete: () => (isChecked = true) }),
    ignoreElements(),
    catchError((error: unknown) => throwError(() => engineError(error))),
  )
}
