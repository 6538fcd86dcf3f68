import { type Column, columns, type Kind } from '../mirror/columns.js'
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
const json = (fields: ReadonlyArray<Column>, rows: ReadonlyArray<ReadyRow>): string => {
  const keys = fields.map(({ name }) => `,"${name}":`)
  const objects = rows.map(({ id, values, text }) => {
    const held = values.map((value, index) => (value === null ? '' : `${keys[index] ?? ''}${JSON.stringify(value)}`))
    return `{"id":${JSON.stringify(id)}${held.join('')},"row":${text}}`
  })
  return `[${objects.join()}]`
}

/** The channel on which the changes of a schema are notified. */
export const channelOf = (schema: string): string => `${schema}_changes`

/** The SQL of PostgreSQL. The name of the schema must be one that needs no quotes. */
export const dialect = (schema: string): Dialect => ({
  ...schemaTables(schema, '', migrations(schema)),
  columns,
  nextVersion: `nextval('${schema}.versions')`,
  now: 'now()',
  isIn: (expression, parameter) => `${expression} = ANY (ARRAY(SELECT jsonb_array_elements_text(${parameter}::jsonb)))`,
  // jsonb has neither an order of keys nor several forms of a number.
  differs: 'old.row IS DISTINCT FROM excluded.row',
  put: ({ feed, columns: written, user, rows, end }) => {
    const names = ['id', ...written.map(({ name }) => name), 'row'].join(', ')
    const fields = ['id text', ...written.map(({ name, kind }) => `${name} ${types[kind]}`), 'row jsonb'].join(', ')
    const text = `INSERT INTO ${schema}.${feed} AS old (user_id, ${names})
      SELECT $1, ${names} FROM jsonb_to_recordset($2::jsonb) AS new(${fields}) ${end}`
    return [statement(text, user, json(written, rows))]
  },
  notify: (change) => statement('SELECT pg_notify($1, $2)', channelOf(schema), JSON.stringify(change)),
})
