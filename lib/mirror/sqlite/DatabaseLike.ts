/**
 * The part of a connection that a mirror needs: a `DatabaseSync` of `node:sqlite` or `@photostructure/sqlite`, or a
 * `Database` of `better-sqlite3`.
 */
export interface DatabaseLike {
  exec(sql: string): unknown
  prepare(sql: string): StatementLike
  /** Whether a transaction is open; `inTransaction` is the name in `better-sqlite3`. */
  readonly isTransaction?: boolean
  readonly inTransaction?: boolean
}

/** The value of a parameter of a statement. */
export type SqliteValue = string | number | null

/** The part of a prepared statement that a mirror needs. A mirror passes values by position, or all of them by name. */
export interface StatementLike {
  all(...values: Array<SqliteValue>): ReadonlyArray<unknown>
  all(named: Record<string, SqliteValue>): ReadonlyArray<unknown>
  /**
   * Whether the statement returns rows; only `better-sqlite3` has it. Its `all` throws for other statements, and its
   * named parameters omit the `$`.
   */
  readonly reader?: boolean
  run?(...values: Array<SqliteValue>): unknown
  run?(named: Record<string, SqliteValue>): unknown
}
