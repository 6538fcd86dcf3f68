import type { Row } from './columns.js'
import { escapeText, toStorableRow } from './rowText.js'

/**
 * Returns rows by their ids, without characters that databases cannot store. If two rows have the same id, the last one
 * counts.
 */
export const rowsById = (rows: ReadonlyArray<object>): Map<string, Row> => {
  const byId = new Map<string, Row>()
  for (const row of rows as ReadonlyArray<Row>) byId.set(escapeText(String(row.id)), toStorableRow(row))
  return byId
}
