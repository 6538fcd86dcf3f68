import { guardCodec } from '../../base/codec/guardCodec.js'
import { statement } from '../core/Program.js'
import type { TableMigrations } from '../core/SqlDialect.js'
import { encodingState, foreignTablesState } from './postgresError.js'
import { tableLockTimeout } from './postgresLimits.js'

const isReserved = (name: string): boolean => name.startsWith('pg_') || name === 'information_schema'

/**
 * The codec of the name of a schema. It leaves room for suffixes, such as `_changes`, because PostgreSQL truncates
 * names to 63 bytes.
 */
export const schemaName = guardCodec(
  'a name of a schema: a lower-case letter or _, then up to 40 of these or digits; not pg_…, which PostgreSQL reserves',
  (u): u is string => typeof u === 'string' && /^[a-z_][a-z0-9_]{0,40}$/.test(u) && !isReserved(u),
)

/** Quotes the name of a schema for a statement, because it may be an SQL keyword, such as `user`. */
export const quoted = (schema: string): string => `"${schema}"`

/**
 * The setting that keeps names from resolving to objects of another role: temporary objects are searched last. Every
 * function of a schema has it.
 */
export const searchPath = 'search_path = pg_catalog, pg_temp'

/** A statement that revokes the right to call functions from all roles except the owner. */
export const revokeExecute = (schema: string, functions: ReadonlyArray<string>): string =>
  `REVOKE EXECUTE ON FUNCTION ${functions.map((name) => `${schema}.${name}`).join(', ')} FROM PUBLIC;`

/**
 * The migrations of a set of tables. The names of the tables begin with `prefix`, so that several sets may share a
 * schema. The migrations fail if the encoding of the database is not UTF8.
 */
export const schemaTables = (schema: string, prefix: string, migrations: ReadonlyArray<string>): TableMigrations => {
  const table = (name: string): string => `${quoted(schema)}.${prefix}${name}`
  const migrationsTable = table('migrations')
  return {
    migrations,
    table,
    // Other libraries may also have a table `migrations`. Ours has a column `number`.
    findMigrations: statement(
      `SELECT 1 AS there FROM pg_attribute
       WHERE attrelid = to_regclass($1) AND attname = 'number' AND NOT attisdropped`,
      migrationsTable,
    ),
    // The schema is looked up in `pg_namespace` after the lock was taken, because `to_regnamespace` may use what the
    // connection cached before it waited for the lock.
    beginMigration: `
    SET LOCAL ${searchPath};
    SELECT pg_advisory_xact_lock(hashtextextended('rxbank mirror ${schema}', 0));
    SET LOCAL lock_timeout = ${String(tableLockTimeout)};
    DO $$ BEGIN
      IF current_setting('server_encoding') <> 'UTF8' THEN
        RAISE EXCEPTION 'not UTF8' USING ERRCODE = '${encodingState}';
      END IF;
      IF NOT EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = '${schema}') THEN CREATE SCHEMA ${quoted(schema)}; END IF;
      IF to_regclass('${migrationsTable}') IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass('${migrationsTable}') AND attname = 'number' AND NOT attisdropped
      ) THEN
        RAISE EXCEPTION 'the table of migrations is of another program' USING ERRCODE = '${foreignTablesState}';
      END IF;
    END $$;
    CREATE TABLE IF NOT EXISTS ${migrationsTable} (
      number integer PRIMARY KEY,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`,
  }
}
