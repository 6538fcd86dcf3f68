/** What a statement is given for its `$1`, `$2`. */
export type Value = string | number | boolean | null

/** A row that a statement gave. */
export type ResultRow = Readonly<Record<string, unknown>>

/** One statement with its values; or, without `values`, a script of many. */
export interface Statement {
  readonly text: string
  readonly values?: ReadonlyArray<Value>
  /** Whether its values are for `?` after `?`, as in SQLite, which looks names up each time. */
  readonly isInOrder?: boolean
}

/** A transaction as a value: it asks for statements one after the other, is given their rows, and returns a result. */
export type Program<A> = Generator<Statement, A, ReadonlyArray<ResultRow>>

/** A statement with its values. */
export const statement = (text: string, ...values: ReadonlyArray<Value>): Statement => ({ text, values })
