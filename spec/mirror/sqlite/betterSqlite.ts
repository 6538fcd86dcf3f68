import { DatabaseSync } from '@photostructure/sqlite'
import type { DatabaseLike, StatementLike } from '../../../lib/mirror/sqlite/DatabaseLike.js'

/** The codes of SQLite that `better-sqlite3` puts into its errors. */
const codes: Readonly<Record<number, string>> = { 5: 'SQLITE_BUSY', 13: 'SQLITE_FULL', 522: 'SQLITE_IOERR_SHORT_READ' }

const withCode = <A>(action: () => A): A => {
  try {
    return action()
  } catch (error) {
    const { errcode, message } = error as { readonly errcode?: number; readonly message: string }
    if (errcode === undefined) throw error
    throw Object.assign(new Error(message), { code: codes[errcode] ?? 'SQLITE_ERROR' })
  }
}

/** Only statements that begin so, or that have this clause, return rows. */
const isReader = (sql: string): boolean => /^\s*(?:SELECT|WITH|PRAGMA \w+(?:$|\())|\bRETURNING\b/i.test(sql)

const bareNames = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Object.keys(value).some((name) => name.startsWith('$'))) throw new RangeError('Missing named parameter "1"')
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [`$${name}`, one]))
}

/** A database that behaves as that of `better-sqlite3` does, over another library. */
export const betterSqlite = (file: string, options: { readonly timeout?: number } = {}) => {
  const database = new DatabaseSync(file, options)
  let isOpen = true
  const checkOpen = () => {
    if (!isOpen) throw new TypeError('The database connection is not open')
  }
  const better: DatabaseLike & { readonly close: () => void } = {
    get inTransaction() {
      return isOpen && database.isTransaction
    },
    exec: (sql) => {
      checkOpen()
      withCode(() => database.exec(sql))
      return better
    },
    prepare: (sql): StatementLike => {
      checkOpen()
      const statement = withCode(() => database.prepare(sql))
      const reader = isReader(sql)
      return {
        reader,
        all: (...values) => {
          if (!reader) throw new TypeError('This statement does not return data. Use run() instead')
          return withCode((): Array<unknown> => statement.all(...(values.map(bareNames) as Array<string>)))
        },
        run: (...values) => {
          if (reader) throw new TypeError('This statement returns data. Use get(), all(), or iterate() instead')
          return withCode(() => statement.run(...(values.map(bareNames) as Array<string>)))
        },
      }
    },
    close: () => {
      isOpen = false
      database.close()
    },
  }
  return better
}
