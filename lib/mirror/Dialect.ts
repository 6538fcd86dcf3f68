import type { Column } from './columns.js'
import type { Feed } from './Feed.js'
import type { Notified } from './MirrorChange.js'
import type { Statement } from './Program.js'
import type { ReadyRow } from './readyRows.js'

/** Rows that are to be written. */
export interface Put {
  readonly feed: Feed
  readonly columns: ReadonlyArray<Column>
  readonly user: string
  readonly rows: ReadonlyArray<ReadyRow>
  /** The end of the statement, from `ON CONFLICT` on, where the row that is there is `old`. */
  readonly end: string
}

/** Where the SQL of two databases differs. */
export interface Dialect {
  /** The steps that make the tables, in order: a step that is released stays as it is. */
  readonly migrations: ReadonlyArray<string>
  /** The full name of a table. */
  readonly table: (name: string) => string
  /** A `there` for each table of migrations there is: one or none. */
  readonly findMigrations: Statement
  /** Keeps others from migrating until the transaction ends, and makes the table of migrations if it is not there. */
  readonly beginMigration: string
  /** An expression that gives a number which no user has had. */
  readonly nextVersion: string
  /** The moment, as an expression. */
  readonly now: string
  /** A condition: the expression is in the JSON list that stands in the parameter. */
  readonly isIn: (expression: string, parameter: string) => string
  /** Statements that insert rows of a user, with what is to be done where one is there: of each that was written the `id`. */
  readonly put: (put: Put) => ReadonlyArray<Statement>
  /** Tells others of a change, once the transaction is committed; none where the runner tells it. */
  readonly notify?: (change: Notified) => Statement
}
