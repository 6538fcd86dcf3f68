import { type Column, columns, type Kind } from '../core/columns.js'
import type { Dialect } from '../core/Dialect.js'
import { statement } from '../core/Program.js'
import type { ReadyRow } from '../core/readyRows.js'
import { jsonText } from '../core/rowText.js'
import { migrations } from './postgresMigrations.js'
import { quoted } from './schemaName.js'
import { schemaTables } from './schemaTables.js'

const types: Readonly<Record<Kind, string>> = {
  text: 'text',
  decimal: 'numeric',
  whole: 'bigint',
  day: 'date',
  moment: 'timestamptz',
  truth: 'boolean',
}

/** How many characters of JSON one statement has, if it has more than one row: PostgreSQL takes 268 MB. */
const longest = 16_000_000

/** The rows as JSON arrays of objects, one for each statement. */
const arrays = (columns: ReadonlyArray<Column>, rows: ReadonlyArray<ReadyRow>): ReadonlyArray<string> => {
  const keys = columns.map(({ name }) => `,"${name}":`)
  const batches: Array<Array<string>> = []
  let length = Infinity
  for (const { id, values, text } of rows) {
    const fields = values.map((value, index) => (value === null ? '' : `${keys[index] ?? ''}${jsonText(value)}`))
    const object = `{"id":${jsonText(id)}${fields.join('')},"row":${text}}`
    length += object.length
    if (length > longest) {
      batches.push([])
      length = object.length
    }
    batches.at(-1)?.push(object)
  }
  return batches.map((objects) => `[${objects.join()}]`)
}

/** The channel on which the changes of a schema are notified. */
export const channelOf = (schema: string): string => `${schema}_changes`

/** The SQL of PostgreSQL. */
export const dialect = (schema: string): Dialect => ({
  ...schemaTables(schema, '', migrations(quoted(schema))),
  columns,
  nextVersion: `nextval('${quoted(schema)}.versions')`,
  now: 'now()',
  isIn: (expression, parameter) => `${expression} = ANY (ARRAY(SELECT jsonb_array_elements_text(${parameter}::jsonb)))`,
  // jsonb has neither an order of keys nor several forms of a number.
  differs: 'old.row IS DISTINCT FROM excluded.row',
  put: ({ feed, columns: written, user, rows, end }) => {
    const names = ['id', ...written.map(({ name }) => name), 'row'].join(', ')
    const fields = ['id text', ...written.map(({ name, kind }) => `${name} ${types[kind]}`), 'row jsonb'].join(', ')
    const text = `INSERT INTO ${quoted(schema)}.${feed} AS old (user_id, ${names})
      SELECT $1, ${names} FROM jsonb_to_recordset($2::jsonb) AS new(${fields}) ${end}`
    return arrays(written, rows).map((json) => statement(text, user, json))
  },
  notify: (change) => statement('SELECT pg_notify($1, $2)', channelOf(schema), jsonText(change)),
})
