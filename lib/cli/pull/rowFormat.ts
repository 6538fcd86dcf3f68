import picocolors from 'picocolors'
import { type PlainColumn, plainTable, printable } from '../formatText.js'
import { jsonLine } from '../output/jsonLine.js'
import { type Colors, paint } from '../styledLine.js'

/** A resource with the service's names and values. */
type WireRow = Readonly<Record<string, unknown>>

/** Encodes a resource: dates become strings again. */
const wireRow = (resource: unknown): WireRow => JSON.parse(JSON.stringify(resource)) as WireRow

/** Whether a value fits into one cell. */
const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** The names of the fields of rows, in order of appearance. */
const fieldsOf = (rows: ReadonlyArray<WireRow>): ReadonlyArray<string> =>
  Array.from(new Set(rows.flatMap((row) => Object.keys(row))))

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

/** The column with a JSON object of the fields that the first page does not have. */
const otherFieldsColumn = 'others'

const quote = (text: string): string => (/[",]|^\s|\s$/.test(text) ? `"${text.replace(/"/g, '""')}"` : text)

/** What a formula begins with, also in other widths: some programs convert them. */
const formulaStart = '[-=+@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−]'
const invisible = '\\s\\p{C}\\p{Z}\\p{Default_Ignorable_Code_Point}\\u2800'
/** The places in front of what a spreadsheet could run: the start, and each semicolon, which some locales split at. */
const formulaPlaces = new RegExp(`^(?=[${invisible}]*${formulaStart})|(?<=;)(?=["${invisible}]*${formulaStart})`, 'gu')
const jsonFormulaPlaces = new RegExp(`;(?=[${invisible}]*${formulaStart})`, 'gu')

/** Makes a text safe for spreadsheets: what could be a formula gets an apostrophe in front. A number is not a formula. */
const escapeFormulas = (text: string): string =>
  /^[+-]?\d+(\.\d+)?$/.test(text) ? text : text.replace(formulaPlaces, "'")

/** The cell of a value. Characters that end a line or control a terminal are escaped as in JSON. */
const cell = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  const json = jsonLine(value)
  if (typeof value !== 'string') return quote(json.replace(jsonFormulaPlaces, '\\u003b'))
  return quote(escapeFormulas(json.slice(1, -1).replace(/\\(["\\])/g, '$1')))
}

/**
 * Creates a function that turns pages of rows into lines of CSV (RFC 4180, ended by LF), one line for each row. The
 * first page with rows determines the columns. Objects and lists are JSON. The last column is a JSON object of the
 * fields that only later pages have.
 */
export const csv = (): ((rows: ReadonlyArray<WireRow>) => ReadonlyArray<string>) => {
  let columns: ReadonlyArray<string> = []

  const line = (row: WireRow): string => {
    const otherEntries = Object.entries(row).filter(([name]) => !columns.includes(name))
    const otherFields = otherEntries.length === 0 ? undefined : Object.fromEntries(otherEntries)
    return [...columns.map((name) => (Object.hasOwn(row, name) ? row[name] : undefined)), otherFields]
      .map(cell)
      .join(',')
  }

  return (rows) => {
    const isFirstPage = columns.length === 0 && rows.length > 0
    if (isFirstPage) columns = fieldsOf(rows)
    const lines = rows.map(line)
    return isFirstPage ? [[...columns, otherFieldsColumn].map(cell).join(','), ...lines] : lines
  }
}

/** The options that determine how rows are written. */
export interface RowFormatOptions {
  readonly csv: boolean | undefined
  readonly json: boolean | undefined
  readonly output: string | undefined
}

/** Turns the resources of a page into lines. */
export type RowFormat = (resources: ReadonlyArray<unknown>) => ReadonlyArray<string>

/**
 * The format of a list: CSV or lines of JSON, if an option says so; otherwise a table on a terminal, and lines of JSON
 * elsewhere.
 */
export const rowFormat = (options: RowFormatOptions, { isTTY, columns }: NodeJS.WriteStream): RowFormat => {
  if (options.csv !== true && (options.json === true || options.output !== undefined || !isTTY))
    return (resources) => resources.map(jsonLine)
  const lines = options.csv === true ? csv() : resourceTable(columns || 80, picocolors)
  return (resources) => lines(resources.map(wireRow))
}
