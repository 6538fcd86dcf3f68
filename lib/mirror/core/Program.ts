/** The value of a parameter of a statement, such as `$1`. */
export type Value = string | number | boolean | null

/** A row that a statement returned. */
export type ResultRow = Readonly<Record<string, unknown>>

/** A statement with the values of its parameters; or, without `values`, a script of several statements. */
export interface Statement {
  readonly text: string
  readonly values?: ReadonlyArray<Value>
  /**
   * Whether the parameters are written as `?` and take the values in order, which is faster in SQLite than parameters
   * with names.
   */
  readonly isPositional?: boolean
}

/**
 * A transaction as a generator: it yields statements one after the other, receives the rows of each, and returns a
 * result.
 */
export type Program<A> = Generator<Statement, A, ReadonlyArray<ResultRow>>

/**
 * A statement with the values of its parameters `$1`, `$2` and so on, which are never a part of its text.
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
