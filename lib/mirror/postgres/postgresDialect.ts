import { statement } from '../core/Program.js'
import { toStorableJson } from '../core/rowText.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import type { StoredRow } from '../core/storedRows.js'
import { type Column, columns } from '../tables/columns.js'
import { postgresFeatures, postgresMigrations, postgresTypes } from './postgresTables.js'
import { quoted, schemaTables } from './schemaTables.js'

/** The maximum length of the JSON of one statement, unless a single row is longer. PostgreSQL accepts 268 MB. */
const maxLength = 16_000_000

/** The rows as JSON arrays of objects, one for each statement. */
const jsonArrays = (columns: ReadonlyArray<Column>, rows: ReadonlyArray<StoredRow>): ReadonlyArray<string> => {
  const keys = columns.map(({ name }) => `,"${name}":`)
  const batches: Array<Array<string>> = []
  let length = Infinity
  for (const { id, values, text } of rows) {
    const fields = values.map((value, index) => (value === null ? '' : `${keys[index] ?? ''}${toStorableJson(value)}`))
    const object = `{"id":${toStorableJson(id)}${fields.join('')},"row":${text}}`
    length += object.length
    if (length > maxLength) {
      batches.push([])
      length = object.length
    }
    batches.at(-1)?.push(object)
  }
  return batches.map((objects) => `[${objects.join()}]`)
}

/**
 * The channels of a schema: one is notified when a transaction has logged changes, the other one when a person has
 * decided something. Any role of the database may send notifications and receive them, so they have no payload.
 */
export const mirrorChannels = (schema: string) => ({ changes: `${schema}_changes`, decisions: `${schema}_decisions` })

/** The SQL of PostgreSQL. */
export const postgresDialect = (schema: string): SqlDialect => ({
  ...schemaTables(schema, '', postgresMigrations(quoted(schema))),
  features: postgresFeatures(schema, mirrorChannels(schema).changes),
  findTables: `SELECT relname AS name FROM pg_class WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = '${schema}')
    AND relname = ANY (ARRAY(SELECT jsonb_array_elements_text($1::jsonb)))`,
  sumsName: 'account_sums',
  columns,
  nextVersion: `nextval('${quoted(schema)}.versions'::regclass)`,
  now: 'now()',
  databaseNow: 'now()',
  timestamp: (isoText) => `CAST('${isoText}' AS timestamptz)`,
  isoTimestamp: (expression) => `to_char(${expression} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  epochMs: (expression) => `CAST(floor(extract(epoch FROM ${expression}) * 1000) AS bigint)`,
  isoDate: (expression) => `to_char(${expression}, 'YYYY-MM-DD')`,
  largeColumns: [],
  lockUser: 'FOR NO KEY UPDATE OF u',
  jsonText: (column, ...path) => `${column} #>> '{${path.join()}}'`,
  isIn: (expression, parameter) => `${expression} = ANY (ARRAY(SELECT jsonb_array_elements_text(${parameter}::jsonb)))`,
  // jsonb normalizes the order of keys and the form of numbers.
  rowDiffers: 'old.row IS DISTINCT FROM excluded.row',
  upsert: ({ feed, columns: feedColumns, user, rows, conflictClause }) => {
    const names = ['id', ...feedColumns.map(({ name }) => name), 'row'].join(', ')
    const fields = [
      'id text',
      ...feedColumns.map(({ name, type }) => `${name} ${postgresTypes[type]}`),
      'row jsonb',
    ].join(', ')
    const text = `INSERT INTO ${quoted(schema)}.${feed} AS old (user_id, ${names})
      SELECT $1, ${names} FROM jsonb_to_recordset($2::jsonb) AS new(${fields}) ${conflictClause}`
    return jsonArrays(feedColumns, rows).map((json) => statement(text, user, json))
  },
  changesHorizon: statement(`SELECT horizon::text, newest::text FROM ${quoted(schema)}.changes_horizon()`),
  logErasedItem: (user, itemId) => statement(`SELECT ${quoted(schema)}.log_erasure($1, $2)`, user, itemId),
  logPairs: (user, change, feed, pairs) =>
    statement(`SELECT ${quoted(schema)}.log_pairs($1, $2, $3, $4::jsonb)`, user, change, feed, pairs),
  notifyDecision: statement("SELECT pg_notify($1, '')", mirrorChannels(schema).decisions),
})
