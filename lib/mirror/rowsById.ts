import type { Row } from './columns.js'

/** The rows by their ids. If a row comes twice, its last version counts. */
export const rowsById = (rows: ReadonlyArray<object>): Map<string, Row> => {
  const found = new Map<string, Row>()
  for (const row of rows as ReadonlyArray<Row>) found.set(String(row.id), row)
  return found
}
