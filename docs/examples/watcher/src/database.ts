import { rmSync } from 'node:fs'
import { connect, type Database, DatabaseError, transaction } from './connection.js'
import { lock } from './lock.js'
import { migrations } from './migrations.js'

const migrate = (database: Database, file: string): void => {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number }
  if (version > migrations.length)
    throw new DatabaseError(`${file} was made by a newer version of this service: run that, or give another file`)
  if (version === migrations.length) return
  transaction(database, () => {
    for (const script of migrations.slice(version)) database.exec(script)
    database.exec(`PRAGMA user_version = ${String(migrations.length)}`)
  })
}

/** A database mirrors one service: what is there of another would be taken for its own. An empty one serves any. */
const claim = (database: Database, file: string, service: string): void => {
  transaction(database, () => {
    const held = 'SELECT 1 FROM transactions UNION ALL SELECT 1 FROM stocks UNION ALL SELECT 1 FROM checkpoints'
    database.exec(`DELETE FROM service WHERE NOT EXISTS (${held})`)
    database.prepare('INSERT INTO service (url) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM service)').run(service)
    const { url } = database.prepare('SELECT url FROM service').get() as { url: string }
    if (url !== service)
      throw new DatabaseError(`${file} mirrors ${url}, not ${service}: set WATCHER_DATABASE to another file`)
  })
}

/** Which database is opened. */
export interface DatabaseConfig {
  readonly file: string
  /** The URL of the service that it mirrors. */
  readonly service: string
  /** Whether what is there is thrown away. */
  readonly isAnew?: boolean
}

/** A database that is open, with what closes it. */
export interface OpenDatabase {
  readonly database: Database
  readonly close: () => void
}

/** Opens a database that nobody else mirrors into; others may read it, and change who is watched. */
export const openDatabase = ({ file, service, isAnew = false }: DatabaseConfig): OpenDatabase => {
  const guard = lock(file)
  if (isAnew) for (const part of ['', '-wal', '-shm']) rmSync(file + part, { force: true })
  const database = connect(file, 5000)
  const close = () => {
    database.close()
    guard.close()
  }
  try {
    // What is committed has reached the disk; readers are not kept waiting.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    migrate(database, file)
    claim(database, file, service)
    return { database, close }
  } catch (error) {
    close()
    throw error
  }
}
