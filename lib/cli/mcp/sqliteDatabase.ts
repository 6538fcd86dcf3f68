import { defer, from, map, type Observable, of } from 'rxjs'
import type { DatabaseLike } from '../../mirror/sqlite/DatabaseLike.js'
import { CommandError, exitCodes } from '../CommandError.js'

/** A value of a parameter or of a row. */
export type SqlValue = string | number | null

/** A row of a response, by the names of its columns. */
export type SqlRow = Readonly<Record<string, unknown>>

/**
 * Read-only access to the tables of a mirror.
 *
 * - `table`: the name of a table or view in statements.
 * - `jsonText`: a SQL expression: a field of a column with JSON, as text.
 * - `jsonStrings`: a SQL query: the strings of a JSON list, which a parameter has.
 * - `query`: runs one statement that only reads. Its parameters are written `$1`, `$2`, …
 */
export interface BankDatabase {
  readonly table: (name: string) => string
  readonly jsonText: (column: string, field: string) => string
  readonly jsonStrings: (parameter: string) => string
  readonly query: (text: string, values: ReadonlyArray<SqlValue>) => Observable<ReadonlyArray<SqlRow>>
  readonly close: () => void
}

/** A `DatabaseSync` of `node:sqlite` or `@photostructure/sqlite`. */
export interface SqliteConnection extends DatabaseLike {
  readonly close: () => void
}

type SqliteConstructor = new (file: string, options?: { readonly readOnly: boolean }) => SqliteConnection

interface SqliteModule {
  readonly DatabaseSync: SqliteConstructor
}

/** How long a statement waits while another process, such as the mirror, writes the database, in milliseconds. */
const busyTimeout = 5000

const packages = ['node:sqlite', '@photostructure/sqlite'] as const

/** Loads SQLite: Node's own, which Node 20 lacks, or the package. */
const loadSqlite = async (): Promise<SqliteModule> => {
  for (const name of packages) {
    const sqlite = await import(name).then(
      (module: SqliteModule) => module,
      () => undefined,
    )
    if (sqlite !== undefined) return sqlite
  }
  throw new CommandError(
    'SQLite needs Node 22.13 or later, or a package: npm install @photostructure/sqlite',
    exitCodes.failed,
  )
}

/** Opens a database. Errors with a `CommandError` if there is no SQLite, or no such file. */
export const openSqlite = (file: string, readOnly: boolean): Observable<SqliteConnection> =>
  defer(() => from(loadSqlite())).pipe(
    map(({ DatabaseSync }) => {
      try {
        const connection = new DatabaseSync(file, { readOnly })
        // Set in SQL, because Node has an option for it only from 22.16 on.
        connection.exec(`PRAGMA busy_timeout = ${String(busyTimeout)}`)
        return connection
      } catch {
        throw new CommandError(`${file}: cannot be opened as a SQLite database`, exitCodes.failed)
      }
    }),
  )

/** The tables of a mirror in a SQLite database. */
export const sqliteDatabase = (connection: SqliteConnection): BankDatabase => ({
  table: (name) => `rxbank_${name}`,
  jsonText: (column, field) => `json_extract(${column}, '$.${field}')`,
  jsonStrings: (parameter) => `SELECT value FROM json_each(${parameter})`,
  query: (text, values) =>
    defer(() => of(connection.prepare(text.replace(/\$(\d+)/g, '?$1')).all(...values) as ReadonlyArray<SqlRow>)),
  close: () => connection.close(),
})
