import type { Row } from './columns.js'
import { type Program, statement } from './Program.js'
import type { SqlDialect } from './SqlDialect.js'

/** How many rows one statement reads. */
const batchSize = 1000

/** Reads the end of the consent and the account types of items that an earlier version of the library has written. */
export function* fillConsents({ columns, table }: Pick<SqlDialect, 'columns' | 'table'>): Program<void> {
  const filled = columns.items.filter(({ isKept }) => isKept)
  const changes = filled.map(({ name }, index) => `${name} = $${String(index + 3)}`).join(', ')
  let after: readonly [user: string, id: string] = ['', '']
  let rows
  do {
    rows = yield statement(
      `SELECT user_id, id, CAST(row AS text) AS row FROM ${table('items')}
       WHERE (user_id, id) > ($1, $2) ORDER BY user_id, id LIMIT ${String(batchSize)}`,
      ...after,
    )
    for (const { user_id, id, row } of rows) {
      after = [String(user_id), String(id)]
      const values = filled.map(({ read }) => read(JSON.parse(String(row)) as Row))
      if (values.every((value) => value === null)) continue
      yield statement(`UPDATE ${table('items')} SET ${changes} WHERE user_id = $1 AND id = $2`, ...after, ...values)
    }
  } while (rows.length === batchSize)
}
