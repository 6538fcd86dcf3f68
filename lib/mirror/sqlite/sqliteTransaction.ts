import { defer, type Observable, of } from 'rxjs'
import { ConfigError } from '../../base/error/ConfigError.js'
import { wrongOption } from '../../base/error/decodeOptions.js'
import { MirrorError } from '../core/MirrorError.js'
import type { Program, ResultRow, Statement, Value } from '../core/Program.js'
import { toStorableValue } from '../core/rowText.js'
import type { DatabaseLike, SqliteValue, StatementLike } from './DatabaseLike.js'
import { sqliteError } from './sqliteError.js'

/** Converts a parameter for SQLite, which has no booleans and cannot store all characters. */
const toSqlite = (value: Value): SqliteValue =>
  typeof value === 'boolean' ? Number(value) : (toStorableValue(value) as SqliteValue)

const byName = (values: ReadonlyArray<Value>, prefix: string): Record<string, SqliteValue> =>
  Object.fromEntries(values.map((value, index) => [`${prefix}${String(index + 1)}`, toSqlite(value)]))

/** The databases that a mirror supports, for error messages. */
export const supportedDatabases =
  'a DatabaseSync of node:sqlite or @photostructure/sqlite, or a Database of better-sqlite3'

/** Runs a prepared statement and returns its rows. Throws a `ConfigError` if the library returns no rows in this way. */
const rowsOf = (
  statement: StatementLike,
  values: Array<SqliteValue> | Record<string, SqliteValue>,
): ReadonlyArray<ResultRow> => {
  if (statement.reader === false) {
    if (Array.isArray(values)) statement.run?.(...values)
    else statement.run?.(values)
    return []
  }
  const rows: unknown = Array.isArray(values) ? statement.all(...values) : statement.all(values)
  if (!Array.isArray(rows)) throw wrongOption('/database', supportedDatabases)
  return rows as ReadonlyArray<ResultRow>
}

const isStatement = (u: unknown): u is StatementLike =>
  typeof (u as Partial<StatementLike> | undefined)?.all === 'function'

/**
 * The maximum number of cached prepared statements. It is limited because statements that contain a time of the mirror's
 * clock are used only once.
 */
const maxPrepared = 500

/**
 * Runs programs as transactions, each of them synchronously from beginning to end, and then `afterCommit`. Deleted rows and
 * earlier versions of rows are overwritten with zeros.
 */
export const sqliteTransaction = (
  database: DatabaseLike,
  afterCommit: () => void = () => undefined,
): (<A>(program: () => Program<A>) => Observable<A>) => {
  const prepared = new Map<string, StatementLike>()

  const prepare = (text: string): StatementLike => {
    const cached = prepared.get(text)
    if (cached !== undefined) return cached
    const statement = database.prepare(text)
    if (!isStatement(statement)) throw wrongOption('/database', supportedDatabases)
    if (prepared.size === maxPrepared) prepared.clear()
    prepared.set(text, statement)
    return statement
  }

  const convertErrors = <A>(action: () => A): A => {
    try {
      return action()
    } catch (error) {
      throw error instanceof ConfigError ? error : sqliteError(error)
    }
  }

  const run = ({ text, values, isPositional = false }: Statement): ReadonlyArray<ResultRow> =>
    convertErrors(() => {
      if (values === undefined) {
        database.exec(text)
        return []
      }
      const statement = prepare(text)
      const prefix = statement.reader === undefined ? '$' : ''
      return rowsOf(statement, isPositional ? values.map(toSqlite) : byName(values, prefix))
    })

  const rollBack = () => {
    try {
      database.exec('ROLLBACK')
    } catch {
      // If the disk is full or fails, SQLite has already rolled back.
    }
  }

  return (program) =>
    defer(() => {
      if (convertErrors(() => database.isTransaction === true || database.inTransaction === true))
        throw new MirrorError({ reason: 'busy' })
      run({ text: 'BEGIN IMMEDIATE; PRAGMA secure_delete = ON' })
      try {
        const steps = program()
        let step = steps.next([])
        while (step.done !== true) step = steps.next(run(step.value))
        run({ text: 'COMMIT' })
        afterCommit()
        return of(step.value)
      } catch (error) {
        // #sabotage: roll-back
        rollBack()
        throw error
      }
    })
}
