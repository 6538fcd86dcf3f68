import type { Column, Columns } from './columns.js'
import type { Feed } from './Feed.js'
import type { Notified } from './MirrorChange.js'
import type { Program, Statement } from './Program.js'
import type { StoredRow } from './storedRows.js'

/** The rows of one user that are to be written to the table of a feed. */
export interface Put {
  readonly feed: Feed
  readonly columns: ReadonlyArray<Column>
  readonly user: string
  readonly rows: ReadonlyArray<StoredRow>
  /** The end of the `INSERT` statement, from `ON CONFLICT` on. In it `old` names the row that the table has already. */
  readonly end: string
}

/** A step that creates or changes the tables: a script, or a program for what scripts cannot do. */
export type Step = string | (() => Program<void>)

/** The SQL in which the databases differ. */
export interface SqlDialect {
  /** The steps that create and change the tables, in order. A step that was released is never changed. */
  readonly migrations: ReadonlyArray<Step>
  /** The columns of each table. */
  readonly columns: Columns
  /** The full name of a table. */
  readonly table: (name: string) => string
  /**
   * A statement that returns one row with a column `there` if the table of migrations exists, and no row if it does
   * not.
   */
  readonly findMigrations: Statement
  /**
   * A script that takes the lock for migrations until the transaction ends, and creates the table of migrations if it
   * is missing.
   */
  readonly beginMigration: string
  /** A SQL expression that gives a version that no user has had. */
  readonly nextVersion: string
  /** A SQL expression for the present time. */
  readonly now: string
  /** A SQL expression that gives a point in time as ISO 8601 in UTC, with milliseconds; `NULL` for `NULL`. */
  readonly isoTimestamp: (expression: string) => string
  /** A SQL expression that gives a date as ISO 8601. */
  readonly isoDate: (expression: string) => string
  /** The columns for integers that are too large for those of their name. */
  readonly largeColumns: ReadonlyArray<string>
  /** The end of a statement that locks the row `u` of a user, so that nobody erases rows of theirs before the transaction ends. */
  readonly lockUser: string
  /** A SQL condition: the value of `expression` is an element of the JSON array that `parameter` holds. */
  readonly isIn: (expression: string, parameter: string) => string
  /**
   * A SQL condition: `old.row` and `excluded.row`, which are JSON, have different values. The order of keys makes no
   * difference.
   */
  readonly differs: string
  /** The statements that insert or update rows. Each of them returns the `id` of every row that was written. */
  readonly put: (put: Put) => ReadonlyArray<Statement>
  /**
   * A statement that tells other processes of a change when the transaction is committed. It is left out where the
   * database has no notifications.
   */
  readonly notify?: (change: Notified) => Statement
}
