/** What a mirror needs of a connection: a `DatabaseSync` of `node:sqlite` or `@photostructure/sqlite` has it. */
export interface DatabaseLike {
  exec(sql: string): void
  prepare(sql: string): StatementLike
  readonly isTransaction?: boolean
}

/** What a statement is given. */
export type SqliteValue = string | number | null

/** What a mirror needs of a prepared statement. */
export interface StatementLike {
  all(...values: Array<SqliteValue | Record<string, SqliteValue>>): ReadonlyArray<unknown>
}
