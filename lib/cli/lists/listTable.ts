import type { Page } from '../../streams/pages/PageLink.js'
import { plainTable, printable } from '../formatText.js'
import { type Colors, paint } from '../styledLine.js'

/**
 * A row of a list: its id, a detail that a narrow screen omits, and a name, which is cut to the remaining width.
 */
export interface ListRow {
  readonly id: number
  readonly detail?: string
  readonly name: string
}

/** The lines of a page. Columns match those of the previous page. */
export type ListTable<A> = (page: Page<A>, width: number, colors: Colors) => ReadonlyArray<string>

const gutter = 2
const minWidthForDetail = 40
const minIdWidth = 7
const minNameWidth = 8

/** A table of ids and names; `detailHead` is the head of a column between them, if there is one. */
export const listTable =
  <A>(rowsOf: (resource: A) => ReadonlyArray<ListRow>, detailHead?: string): ListTable<A> =>
  ({ resources, number }, width, colors) => {
    const rows = resources.flatMap(rowsOf)
    const head = (text: string): string => paint(colors, 'faint', text)
    const idWidth = Math.max(minIdWidth, ...rows.map(({ id }) => String(id).length))
    const middleColumns =
      detailHead === undefined || width < minWidthForDetail
        ? []
        : [{ head: head(detailHead), width: detailHead.length }]
    const usedWidth = 1 + idWidth + gutter + middleColumns.reduce((sum, column) => sum + column.width + gutter, 0)
    const lines = plainTable(
      [
        { head: head('ID'), width: idWidth, align: 'right' },
        ...middleColumns,
        { head: head('NAME'), width: Math.max(width - usedWidth, minNameWidth) },
      ],
      rows.map((row) => [String(row.id), ...middleColumns.map(() => printable(row.detail ?? '')), printable(row.name)]),
      gutter,
    )
    return number === 1 ? lines : lines.slice(1)
  }
