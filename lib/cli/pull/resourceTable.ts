import { printable } from '../formatText.js'
import { type PlainColumn, plainTable } from '../plainTable.js'
import { type Colors, paint } from '../styledLine.js'
import { fieldsOf, isScalar, type WireRow } from './wireRow.js'

/** The first columns, in this order; other fields follow in the order of the rows. */
const preferredFields: ReadonlyArray<string> = [
  ...['id', 'uuid', 'external_user_id', 'date', 'name', 'clean_description', 'description', 'label', 'type'],
  ...['amount', 'balance', 'quantity', 'current_price', 'total_value', 'currency_code', 'country_code', 'status'],
]

const gutter = 2
const margin = 1
const maxWidth = 32

type Cells = ReadonlyArray<string | number | boolean>

/** A column of a table, with the name of its field. */
interface FieldColumn extends PlainColumn {
  readonly field: string
  readonly width: number
}

const cellText = (value: unknown): string => (isScalar(value) ? printable(String(value)) : '')

const columnOf = (field: string, cells: Cells, colors: Colors): FieldColumn => {
  const longest = cells.reduce<number>((max, value) => Math.max(max, Array.from(cellText(value)).length), 0)
  const head = printable(field).toUpperCase()
  return {
    field,
    head: paint(colors, 'faint', head),
    width: Math.min(Math.max(head.length, longest), maxWidth),
    align: cells.every((value) => typeof value === 'number') ? 'right' : 'left',
  }
}

const rank = (field: string): number =>
  (preferredFields.indexOf(field) + preferredFields.length + 1) % (preferredFields.length + 1)

/** The columns for fields with scalar values: as many as fit into the width, but at least one. */
const columnsOf = (rows: ReadonlyArray<WireRow>, width: number, colors: Colors): ReadonlyArray<FieldColumn> => {
  const fields = [...fieldsOf(rows)].sort((a, b) => rank(a) - rank(b))
  let remainingWidth = width - margin
  return fields.flatMap((field) => {
    const cells = rows.map((row) => row[field]).filter(isScalar)
    const column = columnOf(field, cells, colors)
    const usedWidth = column.width + (remainingWidth === width - margin ? 0 : gutter)
    if (cells.length === 0 || (usedWidth > remainingWidth && remainingWidth < width - margin)) return []
    remainingWidth -= usedWidth
    return [column]
  })
}

/**
 * Creates a function that turns pages of rows into the lines of one table. The first page with rows determines the
 * columns and their widths. Long values are cut with `…`, and columns that do not fit are omitted.
 */
export const resourceTable = (
  width: number,
  colors: Colors,
): ((rows: ReadonlyArray<WireRow>) => ReadonlyArray<string>) => {
  let columns: ReadonlyArray<FieldColumn> = []
  return (rows) => {
    if (rows.length === 0) return []
    const isFirst = columns.length === 0
    if (isFirst) columns = columnsOf(rows, width, colors)
    const lines = plainTable(
      columns,
      rows.map((row) => columns.map(({ field }) => cellText(row[field]))),
      gutter,
    )
    return isFirst ? lines : lines.slice(1)
  }
}
