import type { Row } from './columns.js'
import type { Feed } from './Feed.js'
import { type Program, statement } from './Program.js'
import type { SqlDialect } from './SqlDialect.js'

/** The number of rows that one statement reads. */
const batchSize = 1000

/** For each table, the columns of its amount, and the one that is `NULL` if the amount could not be read. */
const amountColumns: ReadonlyArray<readonly [feed: Feed, names: ReadonlyArray<string>, nullColumn: string]> = [
  ['accounts', ['balance', 'minor_units', 'large_minor_units'], 'minor_units'],
  ['transactions', ['amount', 'minor_units', 'large_minor_units'], 'minor_units'],
  ['stocks', ['total_value'], 'total_value'],
]

/**
 * Fills in amounts that an earlier version of the library could not read: decimals as text, and numbers with rounding
 * errors.
 */
export function* repairAmounts({ columns, table }: Pick<SqlDialect, 'columns' | 'table'>): Program<void> {
  for (const [feed, names, nullColumn] of amountColumns) {
    const repaired = columns[feed].filter(({ name }) => names.includes(name))
    const changes = repaired.map(({ name }, index) => `${name} = $${String(index + 3)}`).join(', ')
    let after: readonly [user: string, id: string] = ['', '']
    let rows
    do {
      rows = yield statement(
        `SELECT user_id, id, CAST(row AS text) AS row FROM ${table(feed)}
         WHERE ${nullColumn} IS NULL AND (user_id, id) > ($1, $2) ORDER BY user_id, id LIMIT ${String(batchSize)}`,
        ...after,
      )
      for (const { user_id, id, row } of rows) {
        after = [String(user_id), String(id)]
        const values = repaired.map(({ read }) => read(JSON.parse(String(row)) as Row))
        if (values.every((value) => value === null)) continue
        yield statement(`UPDATE ${table(feed)} SET ${changes} WHERE user_id = $1 AND id = $2`, ...after, ...values)
      }
    } while (rows.length === batchSize)
  }
}
