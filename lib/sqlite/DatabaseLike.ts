/** What a mirror needs of a connection: a `DatabaseSync` of `node:sqlite` or `@photostructure/sqlite` has it. */
export interface DatabaseLike {
  exec(sql: string): void
  prepare(sql: string): StatementLike
  readonly isTransaction?: boolean
}

/** What a mirror needs of a prepared statement. */
export interface StatementLike {
  all(named: Record<string, string | number | null>): ReadonlyArray<unknown>
}
