import { jsonLine } from '../output/jsonLine.js'
import { fieldsOf, type WireRow } from './wireRow.js'

/** The column with a JSON object of the fields that the first page does not have. */
const otherFieldsColumn = 'others'

const quote = (text: string): string => (/[",]|^\s|\s$/.test(text) ? `"${text.replace(/"/g, '""')}"` : text)

/**
 * Makes a text safe for spreadsheets: one that could be a formula gets an apostrophe in front. A number is not a
 * formula.
 */
const escapeFormula = (text: string): string => {
  const isFormula = /^\s*[=+@-]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text)
  return isFormula ? `'${text}` : text
}

/** The cell of a value. Characters that end a line or control a terminal are escaped as in JSON. */
const cell = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  const json = jsonLine(value)
  return quote(typeof value === 'string' ? escapeFormula(json.slice(1, -1).replace(/\\(["\\])/g, '$1')) : json)
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
    return [...columns.map((name) => row[name]), otherFields].map(cell).join(',')
  }

  return (rows) => {
    const isFirstPage = columns.length === 0 && rows.length > 0
    if (isFirstPage) columns = fieldsOf(rows)
    const lines = rows.map(line)
    return isFirstPage ? [[...columns, otherFieldsColumn].map(cell).join(','), ...lines] : lines
  }
}
