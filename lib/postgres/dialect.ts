import type { Column, Kind } from '../mirror/columns.js'
import type { Dialect } from '../mirror/Dialect.js'
import { statement } from '../mirror/Program.js'
import type { ReadyRow } from '../mirror/readyRows.js'
import { migrations } from './migrations.js'
import { schemaTables } from './schemaTables.js'

const types: Readonly<Record<Kind, string>> = {
  text: 'text',
  decimal: 'numeric',
  whole: 'bigint',
  day: 'date',
  moment: 'timestamptz',
  truth: 'boolean',
}

/** The rows as one JSON array of objects. */
const json = (columns: ReadonlyArray<Column>, rows: ReadonlyArray<ReadyRow>): string => {
  const keys = columns.map(({ name }) => `,"${name}":`)
  const objects = rows.map(({ id, values, text }) => {
    const fields = values.map((value, index) => (value === null ? '' : `${keys[index] ?? ''}${JSON.stringify(value)}`))
    return `{"id":${JSON.stringify(id)}${fields.join('')},"row":${text}}`
  })
  return `[${objects.join()}]`
}

/** The channel on which the changes of a schema are notified. */
export const channelOf = (schema: string): string => `${schema}_changes`

/** The SQL of PostgreSQL. The name of the schema must be one that needs no quotes. */
export const dialect = (schema: string): Dialect => ({
  ...schemaTables(schema, '', migrations(schema)),
  nextVersion: `nextval('${schema}.versions')`,
  now: 'now()',
  isIn: (expression, parameter) => `${expression} = ANY (ARRAY(SELECT jsonb_array_elements_text(${parameter}::jsonb)))`,
  put: ({ feed, columns, user, rows, end }) => {
    const names = ['id', ...columns.map(({ name }) => name), 'row'].join(', ')
    const fields = ['id text', ...columns.map(({ name, kind }) => `${name} ${types[kind]}`), 'row jsonb'].join(', ')
    const text = `INSERT INTO ${schema}.${feed} AS old (user_id, ${names})
      SELECT $1, ${names} FROM jsonb_to_recordset($2::jsonb) AS new(${fields}) ${end}`
    return [statement(text, user, json(columns, rows))]
  },
  notify: (change) => statement('SELECT pg_notify($1, $2)', channelOf(schema), JSON.stringify(change)),
})
