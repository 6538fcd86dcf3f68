import { defer, type Observable, of } from 'rxjs'
import { ConfigError } from '../../base/error/ConfigError.js'
import { wrongOption } from '../../base/error/decodeOptions.js'
import { MirrorError, type MirrorReason } from '../core/MirrorError.js'
import type { Program, ResultRow, Statement, Value } from '../core/Program.js'
import { toStorableValue } from '../core/rowText.js'
import type { DatabaseLike, SqliteValue, StatementLike } from './DatabaseLike.js'

/** The result codes of SQLite with a reason other than `failed`: number, name, SQLite's message, and the reason. */
const results: ReadonlyArray<readonly [number: number, code: string, sqliteMessage: string, reason: MirrorReason]> = [
  [3, 'SQLITE_PERM', 'access permission denied', 'denied'],
  [5, 'SQLITE_BUSY', 'database is locked', 'busy'],
  [6, 'SQLITE_LOCKED', 'database table is locked', 'busy'],
  [7, 'SQLITE_NOMEM', 'out of memory', 'full'],
  [8, 'SQLITE_READONLY', 'attempt to write a readonly database', 'denied'],
  [10, 'SQLITE_IOERR', 'disk I/O error', 'unavailable'],
  [13, 'SQLITE_FULL', 'database or disk is full', 'full'],
  [14, 'SQLITE_CANTOPEN', 'unable to open database file', 'unavailable'],
  [18, 'SQLITE_TOOBIG', 'string or blob too big', 'unwritable'],
]

/** The reasons for the messages of `better-sqlite3` in errors without a code. */
const reasons: ReadonlyMap<unknown, MirrorReason> = new Map([
  ['The database connection is not open', 'unavailable'],
  ['This database connection is busy executing a query', 'busy'],
])

/**
 * Converts an error of SQLite. Some libraries omit the number of the result; then its name or its message is compared.
 * The name may be longer, such as `SQLITE_IOERR_WRITE`.
 */
export const sqliteError = (error: unknown): MirrorError => {
  if (error instanceof MirrorError) return error
  const { code, errcode, message } = (error ?? {}) as Readonly<Record<string, unknown>>
  const result = results.find(([number, name, sqliteMessage]) =>
    typeof errcode === 'number'
      ? (errcode & 0xff) === number
      : message === sqliteMessage || code === name || String(code).startsWith(`${name}_`),
  )
  // #sabotage: locked-database
  if (result !== undefined) return new MirrorError({ reason: result[3], code: result[1] })
  const reason = code === 'ERR_INVALID_STATE' ? 'unavailable' : (reasons.get(message) ?? 'failed')
  return new MirrorError({ reason, code })
}

/** Converts a parameter for SQLite, which has no booleans and cannot store all characters. */
const toSqlite = (value: Value): SqliteValue =>
  typeof value === 'boolean' ? Number(value) : (toStorableValue(value) as SqliteValue)

const byName = (values: ReadonlyArray<Value>, prefix: string): Record<string, SqliteValue> =>
  Object.fromEntries(values.map((value, index) => [`${prefix}${String(index + 1)}`, toSqlite(value)]))

/** The databases that a mirror supports, for error messages. */
export const supportedDatabases =
  'a DatabaseSync of node:sqlite or @photostructure/sqlite, or a Database of better-sqlite3'

/**
 * Runs a prepared statement and returns its rows. Throws a `ConfigError` if the library returns no rows in this way.
 */
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
 * The maximum number of cached prepared statements. It is limited because statements that contain a time of the
 * mirror's clock are used only once.
 */
const maxPrepared = 500

/**
 * Runs each program synchronously as one transaction, and then calls `afterCommit`. Deleted rows and earlier versions
 * of rows are overwritten with zeros.
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
