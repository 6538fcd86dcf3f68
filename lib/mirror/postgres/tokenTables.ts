import type { TableMigrations } from '../core/SqlDialect.js'
import { quoted } from './schemaName.js'
import { schemaTables } from './schemaTables.js'

/** The scripts that create the tables of tokens. A script that was released is never changed; changes are appended. */
const migrations = (schema: string): ReadonlyArray<string> => [
  `
  -- One row for each principal, by a hash of its name. It has a lease, a sealed token, or both.
  CREATE TABLE ${schema}.tokens (
    principal bytea PRIMARY KEY,
    person bytea NOT NULL,
    holder text,
    held_at timestamptz,
    held_until timestamptz,
    lease text,
    sealed bytea,
    kept_at timestamptz,
    ends_at timestamptz NOT NULL
  ) WITH (fillfactor = 70);
  CREATE INDEX tokens_person ON ${schema}.tokens (person);
  CREATE INDEX tokens_ends_at ON ${schema}.tokens (ends_at);
  `,
]

/** The tables of tokens in a schema, with migrations of their own. */
export const tokenTables = (schema: string): TableMigrations =>
  schemaTables(schema, 'token_', migrations(quoted(schema)))
