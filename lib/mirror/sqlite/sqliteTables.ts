import { statement } from '../core/Program.js'
import type { SqlDialect, TableMigrations } from '../core/SqlDialect.js'
import { dailyBalancesView } from '../tables/dailyBalancesView.js'
import { consentTables, lineageTables, recurringTables, transferTables } from '../tables/featureTables.js'
import { isCounted, mirrorTables, mirrorViews, sumColumns } from '../tables/mirrorTables.js'
import type { TableSql } from '../tables/TableSql.js'
import { sqliteChangeLog } from './sqliteChangeLog.js'
import { sqliteColumns } from './sqliteColumns.js'
import { sqliteSums } from './sqliteSums.js'

/** The digits of an integer as text, without a minus sign. */
const digitsOf = (column: string): string => `substr(${column}, 1 + (${column} LIKE '-%'))`

const isSafe = (expression: string): string => `${expression} BETWEEN -9007199254740991 AND 9007199254740991`

const keyed = 'STRICT, WITHOUT ROWID'

/**
 * The SQL of SQLite's tables. Amounts beyond 2^53 are texts, because Node's `DatabaseSync` cannot read them as numbers.
 */
export const sqliteTableSql: TableSql = {
  table: (name) => `rxbank_${name}`,
  columns: sqliteColumns,
  types: {
    text: 'TEXT',
    decimal: 'TEXT',
    integer: 'INTEGER',
    smallInteger: 'INTEGER',
    date: 'TEXT',
    timestamp: 'TEXT',
    boolean: 'INTEGER',
    json: 'TEXT',
  },
  now: "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')",
  falseValue: '0',
  numberColumn: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  isInteger: (column) => `length(${digitsOf(column)}) BETWEEN 1 AND 30 AND ${digitsOf(column)} NOT GLOB '*[^0-9]*'`,
  end: { keyed, wide: 'STRICT', updated: keyed, numbered: 'STRICT' },
  minorUnits: 'coalesce(minor_units, large_minor_units)',
  // #sabotage: is-shown
  isShown: "json_type(row, '$.show_client_side') IS NOT 'false'",
  dayOf: (expression) => `substr(${expression}, 1, 10)`,
  dayNumber: (expression) => `julianday(${expression})`,
  nextDay: (expression) => `date(${expression}, '+1 day')`,
  endOfDay: (expression) => `${expression} || 'T24'`,
  // Amounts beyond 2^53 make the balances of their account unknown, because sums of them may overflow.
  toNumber: (expression) =>
    `CASE WHEN ${isSafe(`CAST(${expression} AS INTEGER)`)} THEN CAST(${expression} AS INTEGER) END`,
  toResult: (expression) => `CASE WHEN ${isSafe(expression)} THEN ${expression} ELSE CAST(${expression} AS TEXT) END`,
}

/**
 * A subquery for the sums of minor units: SQLite's integers overflow at 2^63, so billions and remainders are summed
 * separately.
 */
// #sabotage: inexact-count
const sums = `
  SELECT user_id, account_id, currency_code, row_count, inexact_count,
    sum_high + sum_low / 1000000000 AS high, sum_low % 1000000000 AS low
  FROM (
    SELECT user_id, account_id, currency_code, count(*) AS row_count, count(*) - count(minor_units) AS inexact_count,
      sum(CAST(minor_units AS INTEGER) / 1000000000) AS sum_high,
      sum(CAST(minor_units AS INTEGER) % 1000000000) AS sum_low
    FROM rxbank_booked_transactions GROUP BY user_id, account_id, currency_code
  )`

const bookedSumsView = `
  -- inexact_count: how many of the rows have no exact amount, and are not in the sum. A sum beyond 2^53 is a text.
  CREATE VIEW rxbank_booked_sums AS
  SELECT user_id, account_id, currency_code,
    CASE
      WHEN high BETWEEN -9000000000 AND 9000000000 THEN
        CASE WHEN ${isSafe('high * 1000000000 + low')}
          THEN high * 1000000000 + low ELSE CAST(high * 1000000000 + low AS TEXT) END
      WHEN high > 0 AND low < 0 THEN (high - 1) || substr('00000000' || (low + 1000000000), -9)
      WHEN high < 0 AND low > 0 THEN (high + 1) || substr('00000000' || (1000000000 - low), -9)
      ELSE high || substr('00000000' || abs(low), -9)
    END AS minor_units,
    row_count, inexact_count, ${sumColumns(sqliteTableSql)}
  FROM (${sums}) AS summed WHERE ${isCounted(sqliteTableSql)};
  `

/** The highest version of a user, and what the mirror remembers about the file. */
const versionsTable = `
  -- The highest version that a user has had, so that no fence is assigned twice. has_traces: rows were erased, and
  -- unused space of the files may still contain their texts.
  CREATE TABLE rxbank_versions (
    last INTEGER NOT NULL,
    has_traces INTEGER NOT NULL
  ) STRICT;
  INSERT INTO rxbank_versions VALUES (0, 0);
  CREATE TRIGGER rxbank_user_added AFTER INSERT ON rxbank_users BEGIN
    UPDATE rxbank_versions SET last = NEW.version;
  END;
  CREATE TRIGGER rxbank_user_raised AFTER UPDATE OF version ON rxbank_users BEGIN
    UPDATE rxbank_versions SET last = NEW.version;
  END;
  `

/** The migrations of a set of tables. `prefix`: the first part of the name of their table of migrations. */
const tableSet = (prefix: string, migrations: ReadonlyArray<string>): TableMigrations => {
  const { table, now } = sqliteTableSql
  const migrationsTable = table(`${prefix}migrations`)
  return {
    migrations,
    table: (name) => table(`${prefix}${name}`),
    findMigrations: statement(
      "SELECT 1 AS there FROM sqlite_master WHERE type = 'table' AND name = $1",
      migrationsTable,
    ),
    beginMigration: `
    CREATE TABLE IF NOT EXISTS ${migrationsTable} (
      number INTEGER PRIMARY KEY,
      applied_at TEXT NOT NULL DEFAULT (${now})
    ) STRICT`,
  }
}

/** The tables of a mirror. A script that was released is never changed; changes are appended as another one. */
export const sqliteTables = tableSet('', [
  [
    mirrorTables(sqliteTableSql),
    versionsTable,
    mirrorViews(sqliteTableSql),
    bookedSumsView,
    dailyBalancesView(sqliteTableSql),
    sqliteSums,
  ].join(''),
])

/** The tables of each feature. */
export const sqliteFeatures: SqlDialect['features'] = {
  changes: { feature: 'changes', ...tableSet('change_', [sqliteChangeLog(sqliteTableSql)]) },
  consents: { feature: 'consents', ...tableSet('consent_', [consentTables(sqliteTableSql)]) },
  transfers: { feature: 'transfers', ...tableSet('transfer_', [transferTables(sqliteTableSql)]) },
  recurring: { feature: 'recurring', ...tableSet('recurring_', [recurringTables(sqliteTableSql)]) },
  lineages: { feature: 'lineages', ...tableSet('lineage_', [lineageTables(sqliteTableSql)]) },
}
