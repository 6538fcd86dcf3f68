import { DatabaseSync } from '@photostructure/sqlite'
import { temporaryFolder } from '../../helpers/temporaryFolder.js'
import { erasureProperty, type SearchedPlace } from '../core/erasureProperty.js'
import { databaseBytes, sqlitePlace } from './sqlitePlace.js'

const folder = temporaryFolder()

let files = 0

const journalModes = ['WAL', 'PERSIST', 'DELETE']

/** A database with the next one of the journal modes, whose files can be read. */
const open = (): Promise<SearchedPlace> => {
  const mode = journalModes[files % journalModes.length]
  const file = folder(`mirror${String(++files)}.db`)
  const owner = new DatabaseSync(file)
  const place = sqlitePlace(file, mode)
  return Promise.resolve({
    ...place,
    rows: async () => {
      const tables = await place.query("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'rxbank%'")
      const rows = await Promise.all(tables.map(({ name }) => place.query(`SELECT * FROM ${String(name)}`)))
      return JSON.stringify(rows)
    },
    files: () => databaseBytes(file),
    compact: () => owner.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)'),
    close: async () => {
      owner.close()
      await place.close()
    },
  })
}

erasureProperty('SQLite', open, { numRuns: 12 })
