import type { Column, Row } from './columns.js'
import { printRow } from './rowText.js'

/** A row as a table stores it: its id, the values of its columns as text, in their order, and the whole row as JSON. */
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
