import { DatabaseSync } from '@photostructure/sqlite'
import { sqliteDialect } from '../../../lib/mirror/sqlite/sqliteDialect.js'
import { createMirror } from '../../../lib/sqlite.js'
import { temporaryFolder } from '../../helpers/temporaryFolder.js'
import type { DatabaseRow } from '../core/place.js'
import { sums } from '../core/sums.js'

const folder = temporaryFolder()

sums('SQLite', () => {
  const file = folder('mirror.db')
  const opened: Array<InstanceType<typeof DatabaseSync>> = []
  const connect = () => {
    const database = new DatabaseSync(file, { timeout: 5000 })
    database.exec('PRAGMA synchronous = OFF')
    opened.push(database)
    return database
  }
  const reader = connect()
  return Promise.resolve({
    createMirror: (settings = {}) => createMirror({ database: connect(), ...settings }),
    query: (sql) => Promise.resolve(reader.prepare(sql).all() as ReadonlyArray<DatabaseRow>),
    script: (text) => {
      reader.exec(text)
      return Promise.resolve()
    },
    first: [
      sqliteDialect.beginMigration,
      sqliteDialect.migrations[0] as string,
      'INSERT INTO rxbank_migrations (number) VALUES (1)',
    ],
    table: (name) => `rxbank_${name}`,
    close: () => {
      for (const database of opened) database.close()
      return Promise.resolve()
    },
  })
})
