/** The value of a parameter, such as `$1`, of a statement. */
export type Value = string | number | boolean | null

/** A row that a statement returned. */
export type ResultRow = Readonly<Record<string, unknown>>

/** A statement with the values of its parameters. Without `values`, `text` may be a script of several statements. */
export interface Statement {
  readonly text: string
  readonly values?: ReadonlyArray<Value>
  /**
   * Whether the parameters are written as `?`, and take the values in order. In SQLite this is faster than named
   * parameters.
   */
  readonly isPositional?: boolean
}

/**
 * A transaction as a generator: it yields one statement after another, receives the rows of each, and returns a result.
 */
export type Program<A> = Generator<Statement, A, ReadonlyArray<ResultRow>>

/**
 * Creates a statement with the values of its parameters `$1`, `$2` and so on. The values never become part of its text.
 *
 * @example
 * import { type MirrorWrite, type Program, statement } from 'rxbank/sqlite'
 *
 * function* count({ user, changedIds }: MirrorWrite): Program<void> {
 *   yield statement('UPDATE counts SET rows = rows + $2 WHERE user_id = $1', user, changedIds.length)
 * }
 * const { value } = count({ user: 'A6J', feed: 'stocks', changedIds: ['1', '2'], removedIds: [], links: [] }).next()
 * assert.deepStrictEqual(value?.values, ['A6J', 2])
 */
export const statement = (text: string, ...values: ReadonlyArray<Value>): Statement => ({ text, values })
