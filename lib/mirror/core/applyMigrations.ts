import type { Migration } from './Mirror.js'
import { type Program, statement } from './Program.js'
import { SchemaRefused } from './SchemaRefused.js'
import type { TableMigrations } from './SqlDialect.js'

/** The number of the last migration that was applied; 0 for none. */
function* lastMigration({ findMigrations, table }: TableMigrations): Program<number> {
  const matches = yield findMigrations
  if (matches.length === 0) return 0
  const [row] = yield statement(`SELECT coalesce(max(number), 0) AS number FROM ${table('migrations')}`)
  return Number(row?.number)
}

/** Returns whether migrations are missing. Throws `SchemaRefused` if the tables are newer than this library. */
export function* isOutdated(dialect: TableMigrations): Program<boolean> {
  const found = yield* lastMigration(dialect)
  const known = dialect.migrations.length
  if (found > known) throw new SchemaRefused({ found, known, feature: dialect.feature })
  return found < known
}

/** Throws `SchemaRefused` unless the tables have the version of this library. */
export function* checkSchema(dialect: TableMigrations): Program<void> {
  if (!(yield* isOutdated(dialect))) return
  const found = yield* lastMigration(dialect)
  throw new SchemaRefused({ found, known: dialect.migrations.length, feature: dialect.feature })
}

/** Applies the missing migrations and returns them. */
export function* applyMigrations(dialect: TableMigrations): Program<ReadonlyArray<Migration>> {
  const { migrations, table, feature } = dialect
  if (!(yield* isOutdated(dialect))) return []
  yield { text: dialect.beginMigration }
  // Another process may have migrated the tables while this one waited for the lock.
  yield* isOutdated(dialect)
  const found = yield* lastMigration(dialect)
  const missing = migrations.map((text, index) => ({ number: index + 1, text })).slice(found)
  for (const { number, text } of missing) {
    yield { text }
    yield statement(`INSERT INTO ${table('migrations')} (number) VALUES ($1)`, number)
  }
  return missing.map(({ number }) => ({ number, ...(feature && { feature }) }))
}
