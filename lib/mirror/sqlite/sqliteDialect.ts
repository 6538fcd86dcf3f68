import { statement } from '../core/Program.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import { sqliteColumns } from './sqliteColumns.js'
import { sqliteFeatures, sqliteTables, sqliteTableSql } from './sqliteTables.js'

const { table, now } = sqliteTableSql

/** SQL that selects path, type and scalar value of each element of a JSON text. */
const valuesOf = (json: string): string => `SELECT fullkey, type, atom FROM json_tree(${json})`

/** The SQL of SQLite, 3.39 or later. */
export const sqliteDialect: SqlDialect = {
  ...sqliteTables,
  sumsName: table('account_sums'),
  columns: sqliteColumns,
  features: sqliteFeatures,
  findTables: `SELECT value AS name FROM json_each($1) WHERE '${table('')}' || value IN (SELECT name FROM sqlite_master)`,
  nextVersion: `(SELECT last + 1 FROM ${table('versions')})`,
  now,
  databaseNow: now,
  timestamp: (isoText) => `'${isoText}'`,
  isoTimestamp: (expression) => expression,
  epochMs: (expression) => `CAST(round((julianday(${expression}) - 2440587.5) * 86400000) AS INTEGER)`,
  isoDate: (expression) => expression,
  largeColumns: Object.values(sqliteColumns)
    .flatMap((columns) => columns.map(({ name }) => name))
    .filter((name) => name.startsWith('large_')),
  // Each transaction locks the database.
  lockUser: '',
  jsonText: (column, ...path) => `CAST(json_extract(${column}, '$.${path.join('.')}') AS TEXT)`,
  isIn: (expression, parameter) => `${expression} IN (SELECT value FROM json_each(${parameter}))`,
  // #sabotage: row-differs
  rowDiffers: `(old.row <> excluded.row AND EXISTS (
      SELECT 1 FROM (${valuesOf('old.row')} EXCEPT ${valuesOf('excluded.row')})
      UNION ALL
      SELECT 1 FROM (${valuesOf('excluded.row')} EXCEPT ${valuesOf('old.row')})
    ))`,
  upsert: ({ feed, columns, user, rows, conflictClause }) => {
    const names = ['user_id', 'id', ...columns.map(({ name }) => name), 'row']
    const placeholders = names.map(() => '?')
    const text = `INSERT INTO ${table(feed)} AS old (${names.join(', ')}) VALUES (${placeholders.join(', ')}) ${conflictClause}`
    const isBoolean = columns.map(({ type }) => type === 'boolean')
    const bindable = (value: string | null, index: number) =>
      isBoolean[index] === true && value !== null ? value === 'true' : value
    return rows.map(({ id, values, text: row }) => ({
      text,
      values: [user, id, ...values.map(bindable), row],
      isPositional: true,
    }))
  },
  // Each transaction locks the database, so no other one is in progress.
  changesHorizon: statement(
    `SELECT seq AS horizon, seq AS newest FROM (
       SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = '${table('changes')}'), 0) AS seq
     )`,
  ),
  markTraces: statement(`UPDATE ${table('versions')} SET has_traces = $1`, true),
  logErasedItem: (user, itemId) =>
    statement(`INSERT INTO ${table('changes')} (user_id, change, id) VALUES ($1, 'Erased', $2)`, user, itemId),
  logPairs: (user, change, feed, pairs) =>
    statement(
      `INSERT INTO ${table('changes')} (user_id, change, feed, id, row)
       SELECT $1, $2, $3, json_extract(value, '$.id'), json_extract(value, '$.row') FROM json_each($4)`,
      user,
      change,
      feed,
      pairs,
    ),
}
