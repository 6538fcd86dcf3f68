import { map, type Observable } from 'rxjs'
import type { BankDatabase, SqlRow, SqlValue } from './sqliteDatabase.js'
import { type PageInput, slicePage } from './toolInput.js'

/** The conditions of a statement, and the values of their parameters. */
interface StatementBuilder {
  readonly values: ReadonlyArray<SqlValue>
  /** Adds a value, and returns the parameter that stands for it. */
  readonly parameter: (value: SqlValue) => string
  /** Adds a condition for a value, unless the value is missing. */
  readonly where: (value: SqlValue | undefined, condition: (parameter: string) => string) => void
  /** All conditions. */
  readonly conditions: () => string
}

/** Creates a statement without conditions. Values never become part of its text. */
export const statementBuilder = (): StatementBuilder => {
  const values: Array<SqlValue> = []
  const conditions: Array<string> = []
  const parameter = (value: SqlValue) => `$${String(values.push(value))}`
  return {
    values,
    parameter,
    where: (value, condition) => {
      if (value !== undefined) conditions.push(condition(parameter(value)))
    },
    conditions: () => conditions.join(' AND '),
  }
}

/**
 * The maximum number of rows whose texts are searched. More would take seconds, during which the server cannot answer.
 */
export const maxSearchedRows = 10_000

/** Some of the rows that were found, the offset of the next ones, and whether there are rows that were not searched. */
export interface SearchPage {
  readonly rows: ReadonlyArray<SqlRow>
  readonly next_offset: number | null
  readonly is_truncated: boolean
}

/**
 * Finds the rows of a statement whose shown texts contain a text, ignoring case. The database does not search, because it
 * has unmasked IBANs: the number of rows that it finds would reveal their digits one by one.
 */
export const searchPage = (
  database: BankDatabase,
  statement: string,
  values: ReadonlyArray<SqlValue>,
  text: string,
  selectTexts: (row: SqlRow) => ReadonlyArray<string | null>,
  page: PageInput,
): Observable<SearchPage> => {
  const searched = text.toLowerCase()
  const hasText = (row: SqlRow): boolean => selectTexts(row).some((shown) => shown?.toLowerCase().includes(searched))
  return database.query(`${statement} LIMIT ${String(maxSearchedRows + 1)}`, values).pipe(
    map((rows) => ({
      ...slicePage(rows.slice(0, maxSearchedRows).filter(hasText), page),
      is_truncated: rows.length > maxSearchedRows,
    })),
  )
}
