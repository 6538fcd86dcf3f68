import type { Clock } from '../../base/clock/Clock.js'
import { systemClock } from '../../base/clock/systemClock.js'
import type { Column, Columns } from '../tables/columns.js'
import type { MirrorFeature } from '../tables/mirrorFeatures.js'
import type { Feed } from './Feed.js'
import type { Statement } from './Program.js'
import type { StoredRow } from './storedRows.js'

/**
 * The `clock` option of a mirror; `undefined` if it is not set or is the system's clock. The mirror then uses the
 * database's time, because the clocks of processes may be wrong.
 */
export const customClock = (clock: Clock | undefined): Clock | undefined => (clock === systemClock ? undefined : clock)

/** A dialect with the present time of the custom clock, if the mirror has one. */
export const dialectWithClock = (dialect: SqlDialect, clock: Clock | undefined): SqlDialect => {
  const custom = customClock(clock)
  if (custom === undefined) return dialect
  return {
    ...dialect,
    get now() {
      return dialect.timestamp(new Date(custom.wall()).toISOString())
    },
  }
}

/** Rows of one user to insert into the table of a feed, or to update there. */
export interface Upsert {
  readonly feed: Feed
  readonly columns: ReadonlyArray<Column>
  readonly user: string
  readonly rows: ReadonlyArray<StoredRow>
  /**
   * The end of the `INSERT` statement, which begins with `ON CONFLICT`. Its alias for the row in the table is `old`.
   */
  readonly conflictClause: string
}

/** An entry of the change log about two rows: the id of one, and in `row` the id of the other one, if there is one. */
export interface LoggedPair {
  readonly id: string
  readonly row?: { readonly previous_id: string } | { readonly counted_id: string }
}

/** The changes that are about two rows. */
export type PairChange = 'Linked' | 'Unlinked' | 'Counted' | 'NotCounted'

/** The migrations of a set of tables, and the statements that find and apply them. */
export interface TableMigrations {
  /** The feature whose tables they are; missing for the tables that every mirror has. */
  readonly feature?: MirrorFeature
  /** The scripts that create and change the tables, in order. A released migration never changes. */
  readonly migrations: ReadonlyArray<string>
  /** The full name of a table. */
  readonly table: (name: string) => string
  /**
   * A statement that returns one row if the table of migrations exists, and no row if it does not.
   */
  readonly findMigrations: Statement
  /**
   * A script that takes the lock for migrations until the transaction ends, and creates the table of migrations if it
   * is missing.
   */
  readonly beginMigration: string
}

/** The parts of SQL that differ between databases. */
export interface SqlDialect extends TableMigrations {
  /** The migrations of the tables of each feature. */
  readonly features: Readonly<Record<MirrorFeature, TableMigrations>>
  /** A query that selects the `name` of each existing table among the names in its parameter, a JSON array. */
  readonly findTables: string
  /** The name of the table of sums in an `ON CONFLICT` clause. */
  readonly sumsName: string
  /** The columns of each table. */
  readonly columns: Columns
  /** A SQL expression: a version that no user has had. */
  readonly nextVersion: string
  /**
   * A SQL expression: the present time, by the custom clock of the mirror if it has one. Read it again for each
   * statement.
   */
  readonly now: string
  /** A SQL expression: the present time of the database, which writes the times of the change log. */
  readonly databaseNow: string
  /** A SQL expression: the point in time of a text in ISO 8601. */
  readonly timestamp: (isoText: string) => string
  /** A SQL expression: a point in time as ISO 8601 in UTC, with milliseconds; `NULL` for `NULL`. */
  readonly isoTimestamp: (expression: string) => string
  /**
   * A SQL expression: a point in time as an integer, in milliseconds since 1970. PostgreSQL computes it faster than
   * `isoTimestamp`.
   */
  readonly epochMs: (expression: string) => string
  /** A SQL expression: a date as ISO 8601. */
  readonly isoDate: (expression: string) => string
  /** The columns for integers beyond 2^53, such as `large_minor_units`, if the other columns cannot hold them. */
  readonly largeColumns: ReadonlyArray<string>
  /**
   * The end of a statement that locks the row `u` of a user, so that no erasure deletes their rows before the
   * transaction ends.
   */
  readonly lockUser: string
  /** A SQL expression: the text or number at a path in the JSON value of a column, as text; `NULL` if there is none. */
  readonly jsonText: (column: string, ...path: ReadonlyArray<string>) => string
  /** A SQL condition: the value of `expression` is an element of the JSON array in `parameter`. */
  readonly isIn: (expression: string, parameter: string) => string
  /**
   * A SQL condition: the JSON values `old.row` and `excluded.row` differ. The order of keys is ignored.
   */
  readonly rowDiffers: string
  /** The statements that insert or update rows. Each of them returns the `id` of every row that was written. */
  readonly upsert: (upsert: Upsert) => ReadonlyArray<Statement>
  /**
   * A statement that returns `newest`, the number of the last change, and `horizon`, the last number up to which no
   * transaction in progress can still add a change. A later statement reads all of these changes.
   */
  readonly changesHorizon: Statement
  /** A statement that logs that an item of a user was erased. */
  readonly logErasedItem: (user: string, itemId: string) => Statement
  /** A statement that logs changes about two rows of a feed. `pairs`: a JSON array of {@link LoggedPair}. */
  readonly logPairs: (user: string, change: PairChange, feed: Feed, pairs: string) => Statement
  /**
   * A statement that records that rows were erased. Once the transaction is committed, their traces are removed from
   * the files of the database. Missing if the database does this itself.
   */
  readonly markTraces?: Statement
  /**
   * A statement that notifies other processes of a person's decision once the transaction is committed; missing if the
   * database has no notifications. The change log notifies them of changes.
   */
  readonly notifyDecision?: Statement
}
