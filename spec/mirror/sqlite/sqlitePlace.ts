import { existsSync, readFileSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import { sqliteDialect } from '../../../lib/mirror/sqlite/sqliteDialect.js'
import { createMirror } from '../../../lib/sqlite.js'
import type { DatabaseRow, Place } from '../core/place.js'

/** A file of SQLite in which mirrors have their tables. */
export const sqlitePlace = (file: string, journalMode = 'DELETE'): Place => {
  const opened: Array<InstanceType<typeof DatabaseSync>> = []
  const connect = () => {
    const database = new DatabaseSync(file, { timeout: 5000 })
    database.exec(`PRAGMA journal_mode = ${journalMode}; PRAGMA synchronous = OFF`)
    opened.push(database)
    return database
  }
  const reader = connect()
  const { table } = sqliteDialect
  return {
    createMirror: (settings = {}) => createMirror({ database: connect(), ...settings }),
    query: (sql) => Promise.resolve(reader.prepare(sql).all() as ReadonlyArray<DatabaseRow>),
    script: (text) => {
      reader.exec(text)
      return Promise.resolve()
    },
    table,
    close: () => {
      for (const database of opened) database.close()
      return Promise.resolve()
    },
  }
}

/** The bytes of a database file, its write-ahead log and its journal, as text. */
export const databaseBytes = (file: string): string =>
  ['', '-wal', '-journal']
    .map((end) => file + end)
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n')
