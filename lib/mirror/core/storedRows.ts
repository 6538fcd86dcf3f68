import type { Column, Row } from '../tables/columns.js'
import { escapeText, printRow, toStorableRow } from './rowText.js'

/**
 * Returns rows by their ids, without characters that databases cannot store. If two rows have the same id, the last one
 * counts.
 */
export const rowsById = (rows: ReadonlyArray<object>): Map<string, Row> => {
  const byId = new Map<string, Row>()
  for (const row of rows as ReadonlyArray<Row>) byId.set(escapeText(String(row.id)), toStorableRow(row))
  return byId
}

/** A row as a table stores it: its id, the values of its columns as text, in their order, and the full row as JSON. */
export interface StoredRow {
  readonly id: string
  readonly values: ReadonlyArray<string | null>
  readonly text: string
}

/** Converts rows to stored ones. */
export const toStoredRows = (
  columns: ReadonlyArray<Column>,
  rows: ReadonlyMap<string, Row>,
): ReadonlyArray<StoredRow> =>
  Array.from(rows, ([id, row]) => ({
    id,
    values: columns.map(({ read }) => read(row)),
    text: printRow(row),
  }))
