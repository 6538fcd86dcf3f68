import type { Step } from '../mirror/Dialect.js'
import type { Steps } from '../mirror/migrate.js'
import { statement } from '../mirror/Program.js'

/** The migrations of tables in a schema, whose names begin with a prefix. The schema must be one that needs no quotes. */
export const schemaTables = (schema: string, prefix: string, migrations: ReadonlyArray<Step>): Steps => {
  const table = (name: string): string => `${schema}.${prefix}${name}`
  return {
    migrations,
    table,
    findMigrations: statement(`SELECT 1 AS there WHERE to_regclass($1) IS NOT NULL`, table('migrations')),
    // The schema is looked for after the lock was taken, and in its table: `to_regnamespace` may answer with what the
    // connection knew before it waited for the lock.
    beginMigration: `
    SELECT pg_advisory_xact_lock(hashtextextended('rxbank mirror ${schema}', 0));
    DO $$ BEGIN
      IF NOT EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = '${schema}') THEN CREATE SCHEMA ${schema}; END IF;
    END $$;
    CREATE TABLE IF NOT EXISTS ${table('migrations')} (
      number integer PRIMARY KEY,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`,
  }
}
