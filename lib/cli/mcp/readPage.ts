import { map, type Observable } from 'rxjs'
import type { BankDatabase, SqlRow, SqlValue } from './BankDatabase.js'
import type { PageInput } from './toolInput.js'

/** Some rows of a statement, and the offset of the next ones; `null` after the last. */
export interface RowPage {
  readonly rows: ReadonlyArray<SqlRow>
  readonly next_offset: number | null
}

/** Reads one page of the rows of a statement, which has to order them. */
export const readPage = (
  database: BankDatabase,
  statement: string,
  values: ReadonlyArray<SqlValue>,
  { limit = 50, offset = 0 }: PageInput,
): Observable<RowPage> => {
  const [limitAt, offsetAt] = [values.length + 1, values.length + 2]
  return database
    .query(`${statement} LIMIT $${String(limitAt)} OFFSET $${String(offsetAt)}`, [...values, limit + 1, offset])
    .pipe(map((rows) => ({ rows: rows.slice(0, limit), next_offset: rows.length > limit ? offset + limit : null })))
}
