import { DatabaseSync } from '@photostructure/sqlite'
import { exportedTables } from '../../../lib/mirror/erasure/exportTables.js'
import { createMirror } from '../../../lib/sqlite.js'

/** The columns of all tables of a mirror that have rows of users. */
const userTables = (): ReadonlyMap<string, ReadonlyArray<string>> => {
  const database = new DatabaseSync(':memory:')
  createMirror({ database })
    .migrate({ features: ['consents', 'transfers', 'recurring', 'lineages'] })
    .subscribe()
  const rows = database
    .prepare(
      `SELECT substr(t.name, 8) AS "table", c.name AS "column" FROM sqlite_master t JOIN pragma_table_info(t.name) c
       WHERE t.type = 'table' AND t.name LIKE 'rxbank_%' ORDER BY t.name, c.cid`,
    )
    .all() as ReadonlyArray<{ readonly table: string; readonly column: string }>
  const tables = new Map<string, ReadonlyArray<string>>()
  for (const { table, column } of rows) tables.set(table, [...(tables.get(table) ?? []), column])
  return new Map(Array.from(tables).filter(([, columns]) => columns.includes('user_id')))
}

describe('exportedTables', () => {
  it('are all tables with rows of users, and all their columns', () => {
    const expected = Array.from(
      userTables(),
      ([table, columns]) =>
        [
          table,
          columns.filter((name) => name !== 'user_id' && name !== 'claimed_at' && !name.startsWith('large_')).sort(),
        ] as const,
    )
    const found = exportedTables.map(
      ({ name, key, columns }) => [name, [...key, ...columns.map((column) => column.name)].sort()] as const,
    )
    expect(new Map(found)).toEqual(new Map(expected))
    expect(expected).toHaveLength(23)
  })
})
