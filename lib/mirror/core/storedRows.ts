import type { Column, Row } from './columns.js'
import { printRow } from './rowText.js'

/** A row as it is written: its id, the values of its columns, as text and in their order, and the whole row as JSON. */
export interface StoredRow {
  readonly id: string
  readonly values: ReadonlyArray<string | null>
  readonly text: string
}

/** Converts rows to what is written. */
export const toStoredRows = (
  columns: ReadonlyArray<Column>,
  rows: ReadonlyMap<string, Row>,
): ReadonlyArray<StoredRow> =>
  Array.from(rows, ([id, row]) => ({
    id,
    values: columns.map(({ read }) => read(row)),
    text: printRow(row),
  }))
