import type { Columns, ColumnType } from './columns.js'

/** The SQL of tables and views that differs between databases. */
export interface TableSql {
  readonly table: (name: string) => string
  /** The columns of the tables of feeds. */
  readonly columns: Columns
  /** The names of the column types. A `smallInteger` is below 2^31. */
  readonly types: Readonly<Record<ColumnType | 'smallInteger' | 'json', string>>
  /** A SQL expression: the present time. */
  readonly now: string
  readonly falseValue: string
  /** The definition of a column that numbers the rows of a table, and is its primary key. */
  readonly numberColumn: string
  /** A SQL condition: a column of type `decimal` is an integer of at most 30 digits, as in decisions. */
  readonly isInteger: (column: string) => string
  /**
   * The last part of the definition of a table: `keyed` for most tables, `wide` for tables of feeds, whose rows are
   * long, `updated` for tables whose rows change in each round, `numbered` for tables with numbered rows.
   */
  readonly end: Readonly<Record<'keyed' | 'wide' | 'updated' | 'numbered', string>>
  /** A SQL expression: the minor units of an account or transaction. */
  readonly minorUnits: string
  /** A SQL condition: the service does not hide the transaction. */
  readonly isShown: string
  /** A SQL expression: the day in UTC of a point in time. */
  readonly dayOf: (expression: string) => string
  /** A SQL expression: a number for a day, greater by 1 for the next day. */
  readonly dayNumber: (expression: string) => string
  /** A SQL expression: the day after a day. */
  readonly nextDay: (expression: string) => string
  /** A SQL expression: a time after all of a day, and not after the start of the next day. */
  readonly endOfDay: (expression: string) => string
  /** A SQL expression: minor units as a number with which the database calculates exactly. */
  readonly toNumber: (expression: string) => string
  /** A SQL expression: a number of minor units as the views return it. */
  readonly toResult: (expression: string) => string
}
