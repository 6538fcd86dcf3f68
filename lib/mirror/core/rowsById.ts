import type { Row } from './columns.js'
import { escapeText, toStorableRow } from './rowText.js'

/** The rows by their ids, as the database can store them. If a row comes twice, its last version counts. */
export const rowsById = (rows: ReadonlyArray<object>): Map<string, Row> => {
  const found = new Map<string, Row>()
  for (const row of rows as ReadonlyArray<Row>) found.set(escapeText(String(row.id)), toStorableRow(row))
  return found
}
