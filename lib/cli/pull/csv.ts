import { jsonLine } from '../output/jsonLine.js'
import { fieldsOf, type WireRow } from './wireRow.js'

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
