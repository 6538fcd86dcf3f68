import type { Page } from '../../index.js'
import { printable } from '../formatText.js'
import { plainTable } from '../plainTable.js'
import { type Colors, paint } from '../styledLine.js'

/**
 * A row of a list: its id, a short cell that a narrow screen leaves out, and a name that is cut to the width that is
 * left.
 */
export interface ListRow {
  readonly id: number
  readonly short?: string
  readonly name: string
}

/** The lines of a page. Columns match those of the previous page. */
export type ListTable<A> = (page: Page<A>, width: number, colors: Colors) => ReadonlyArray<string>

const gutter = 2
const narrow = 40
const minIdWidth = 7
const minNameWidth = 8

/** A table of ids and names; `short` is the head of the column between them, if there is one. */
export const listTable =
  <A>(rowsOf: (resource: A) => ReadonlyArray<ListRow>, short?: string): ListTable<A> =>
  ({ resources, number }, width, colors) => {
    const rows = resources.flatMap(rowsOf)
    const head = (text: string): string => paint(colors, 'faint', text)
    const idWidth = Math.max(minIdWidth, ...rows.map(({ id }) => String(id).length))
    const middleColumns = short === undefined || width < narrow ? [] : [{ head: head(short), width: short.length }]
    const usedWidth = 1 + idWidth + gutter + middleColumns.reduce((sum, column) => sum + column.width + gutter, 0)
    const lines = plainTable(
      [
        { head: head('ID'), width: idWidth, align: 'right' },
        ...middleColumns,
        { head: head('NAME'), width: Math.max(width - usedWidth, minNameWidth) },
      ],
      rows.map((row) => [String(row.id), ...middleColumns.map(() => printable(row.short ?? '')), printable(row.name)]),
      gutter,
    )
    return number === 1 ? lines : lines.slice(1)
  }
