import { map, type Observable } from 'rxjs'
import type { BankDatabase, SqlRow, SqlValue } from './BankDatabase.js'
import { type PageInput, pageOf } from './toolInput.js'

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
 * Finds the rows of a statement whose shown texts contain a text, in any case. The database does not search, because it
 * has unmasked IBANs: the number of rows that it finds would reveal their digits one by one.
 */
export const searchPage = (
  database: BankDatabase,
  statement: string,
  values: ReadonlyArray<SqlValue>,
  text: string,
  textsOf: (row: SqlRow) => ReadonlyArray<string | null>,
  page: PageInput,
): Observable<SearchPage> => {
  const searched = text.toLowerCase()
  const hasText = (row: SqlRow): boolean => textsOf(row).some((shown) => shown?.toLowerCase().includes(searched))
  return database.query(`${statement} LIMIT ${String(maxSearchedRows + 1)}`, values).pipe(
    map((rows) => ({
      ...pageOf(rows.slice(0, maxSearchedRows).filter(hasText), page),
      is_truncated: rows.length > maxSearchedRows,
    })),
  )
}
