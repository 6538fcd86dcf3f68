import type { Observable } from 'rxjs'

/** A value of a parameter or of a row. */
export type SqlValue = string | number | null

/** A row of an answer, by the names of its columns. */
export type SqlRow = Readonly<Record<string, unknown>>

/**
 * Read-only access to the tables of a mirror.
 *
 * - `table`: the name of a table or view in statements.
 * - `jsonText`: a SQL expression: a field of a column with JSON, as text.
 * - `query`: runs one statement that only reads. Its parameters are written `$1`, `$2`, …
 */
export interface BankDatabase {
  readonly table: (name: string) => string
  readonly jsonText: (column: string, field: string) => string
  readonly query: (text: string, values: ReadonlyArray<SqlValue>) => Observable<ReadonlyArray<SqlRow>>
  readonly close: () => void
}
