import type { TableMigrations } from '../core/applyMigrations.js'
import { statement } from '../core/Program.js'
import type { MigrationStep } from '../core/SqlDialect.js'
import { encodingState, foreignTablesState } from './databaseStates.js'
import { tableLockTimeout } from './postgresLimits.js'
import { quoted } from './schemaName.js'

/**
 * The migrations of tables in a schema, whose names begin with a prefix, so that tables of several kinds may share a schema.
 * Before the first one it errors if the database cannot store all characters.
 */
export const schemaTables = (
  schema: string,
  prefix: string,
  migrations: ReadonlyArray<MigrationStep>,
): TableMigrations => {
  const table = (name: string): string => `${quoted(schema)}.${prefix}${name}`
  const own = table('migrations')
  return {
    migrations,
    table,
    // Other libraries keep a table of migrations, too. Ours has a column `number`.
    findMigrations: statement(
      `SELECT 1 AS there FROM pg_attribute
       WHERE attrelid = to_regclass($1) AND attname = 'number' AND NOT attisdropped`,
      own,
    ),
    // The schema is looked for after the lock was taken, and in its table: `to_regnamespace` may answer with what the
    // connection knew before it waited for the lock.
    beginMigration: `
    SELECT pg_advisory_xact_lock(hashtextextended('rxbank mirror ${schema}', 0));
    SET LOCAL lock_timeout = ${String(tableLockTimeout)};
    DO $$ BEGIN
      IF current_setting('server_encoding') <> 'UTF8' THEN
        RAISE EXCEPTION 'not UTF8' USING ERRCODE = '${encodingState}';
      END IF;
      IF NOT EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = '${schema}') THEN CREATE SCHEMA ${quoted(schema)}; END IF;
      IF to_regclass('${own}') IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass('${own}') AND attname = 'number' AND NOT attisdropped
      ) THEN
        RAISE EXCEPTION 'the table of migrations is of another program' USING ERRCODE = '${foreignTablesState}';
      END IF;
    END $$;
    CREATE TABLE IF NOT EXISTS ${own} (
      number integer PRIMARY KEY,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`,
  }
}
