import type { Row } from './columns.js'
import { type Program, statement } from './Program.js'
import type { SqlDialect } from './SqlDialect.js'

/** How many rows one statement reads or writes. */
const batchSize = 1000

/** The tables to fill, and a SQL expression that converts a text to a point in time. */
interface FilledTables extends Pick<SqlDialect, 'columns' | 'table'> {
  readonly toTimestamp: (expression: string) => string
}

/** Reads the end of the consent and the account types of items that an earlier version of the library has written. */
export function* fillConsents({ columns, table, toTimestamp }: FilledTables): Program<void> {
  const filled = columns.items.filter(({ isKept }) => isKept)
  // Both databases name the columns of VALUES `column1`, `column2` and so on.
  const changes = filled.map(({ name, type }, index) => {
    const value = `new.column${String(index + 3)}`
    return `${name} = ${type === 'timestamp' ? toTimestamp(value) : value}`
  })
  let after: readonly [user: string, id: string] = ['', '']
  let rows
  do {
    rows = yield statement(
      `SELECT user_id, id, CAST(row AS text) AS row FROM ${table('items')}
       WHERE (user_id, id) > ($1, $2) ORDER BY user_id, id LIMIT ${String(batchSize)}`,
      ...after,
    )
    const updates = rows.map(({ user_id, id, row }) => {
      after = [String(user_id), String(id)]
      return [...after, ...filled.map(({ read }) => read(JSON.parse(String(row)) as Row))]
    })
    const values = updates.filter((row) => row.slice(2).some((value) => value !== null))
    if (values.length === 0) continue
    let parameterCount = 0
    const tuples = values.map((row) => `(${row.map(() => `$${String(++parameterCount)}`).join(', ')})`)
    yield statement(
      `UPDATE ${table('items')} AS old SET ${changes.join(', ')} FROM (VALUES ${tuples.join(', ')}) AS new
       WHERE old.user_id = new.column1 AND old.id = new.column2`,
      ...values.flat(),
    )
  } while (rows.length === batchSize)
}
