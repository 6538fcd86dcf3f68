import { quoteName } from './quoteName.js'

/** The views and tables that the tools read. */
export const readTables = [
  'users',
  'items',
  'present_accounts',
  'shown_transactions',
  'booked_transactions',
  'balances',
] as const

/**
 * The SQL that creates a role which can read what the tools read, and nothing else. Only its privileges keep it from more: a
 * role may change its own settings.
 */
export const readerRole = (schema: string): ReadonlyArray<string> => [
  "CREATE ROLE rxbank_reader LOGIN PASSWORD 'choose one' CONNECTION LIMIT 4;",
  "ALTER ROLE rxbank_reader SET statement_timeout = '10s';",
  `GRANT USAGE ON SCHEMA ${quoteName(schema)} TO rxbank_reader;`,
  // The views run with the privileges of their reader, so the role needs the tables below them too.
  ...[...readTables, 'accounts', 'transactions'].map(
    (table) => `GRANT SELECT ON ${quoteName(schema)}.${quoteName(table)} TO rxbank_reader;`,
  ),
]
