import { columns, type Row } from './columns.js'
import type { Feed } from './Feed.js'
import { rowText } from './rowText.js'

/** A row as it is written: its id, what its columns hold, as text, in their order, and itself as JSON. */
export interface ReadyRow {
  readonly id: string
  readonly values: ReadonlyArray<string | null>
  readonly text: string
}

/** Makes rows ready to be written. */
export const readyRows = (feed: Feed, rows: ReadonlyMap<string, Row>): ReadonlyArray<ReadyRow> =>
  Array.from(rows, ([id, row]) => ({
    id,
    values: columns[feed].map(({ read }) => read(row)),
    text: rowText(row),
  }))
