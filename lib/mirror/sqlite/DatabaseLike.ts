/**
 * The part of a connection that a mirror needs; a `DatabaseSync` of `node:sqlite` or `@photostructure/sqlite` has it.
 */
export interface DatabaseLike {
  exec(sql: string): void
  prepare(sql: string): StatementLike
  readonly isTransaction?: boolean
}

/** The value of a parameter of a statement. */
export type SqliteValue = string | number | null

/** The part of a prepared statement that a mirror needs. */
export interface StatementLike {
  all(...values: Array<SqliteValue | Record<string, SqliteValue>>): ReadonlyArray<unknown>
}
