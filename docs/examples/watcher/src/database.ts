import { rmSync } from 'node:fs'
import { createMirror, type Mirror, SchemaRefused } from 'rxbank/sqlite'
import { catchError, concat, defer, ignoreElements, NEVER, Observable, of } from 'rxjs'
import { connect, type Database, DatabaseError, transaction } from './connection.js'
import { lock } from './lock.js'
import { migrations, origin } from './migrations.js'

const newer = (file: string): DatabaseError =>
  new DatabaseError(`${file} was made by a newer version of this service: run that, or give another file`)

/** Brings the tables of the service up to date. */
const migrate = (database: Database, file: string): void => {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number }
  const known = origin + migrations.length
  if (version > known) throw newer(file)
  if (version === known) return
  transaction(database, () => {
    for (const script of migrations.slice(Math.max(version - origin, 0))) database.exec(script)
    database.exec(`PRAGMA user_version = ${String(known)}`)
  })
}

/** Brings the tables of the mirror up to date. Completes without a value. */
const migrateMirror = (mirror: Mirror, file: string): Observable<never> =>
  mirror.migrate().pipe(
    ignoreElements(),
    catchError((error: unknown) => {
      throw error instanceof SchemaRefused ? newer(file) : error
    }),
  )

/** A database mirrors one service: what is there of another would be taken for its own. An empty one serves any. */
const claim = (database: Database, file: string, service: string): void => {
  transaction(database, () => {
    database.exec('DELETE FROM service WHERE NOT EXISTS (SELECT 1 FROM rxbank_checkpoints)')
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

/** A database that is open, with the mirror in it. */
export interface OpenDatabase {
  readonly database: Database
  readonly mirror: Mirror
}

/**
 * Opens a database that nobody else mirrors into; others may read it, and change who is watched. Cold; emits once it is
 * open, never completes; unsubscribing closes it.
 */
export const openDatabase = ({ file, service, isAnew = false }: DatabaseConfig): Observable<OpenDatabase> =>
  new Observable((subscriber) => {
    const guard = lock(file)
    let database: Database | undefined
    subscriber.add(() => {
      database?.close()
      guard.close()
    })
    if (isAnew) for (const part of ['', '-wal', '-shm']) rmSync(file + part, { force: true })
    const opened = (database = connect(file, 5000))
    // What is committed has reached the disk; readers are not kept waiting.
    opened.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    migrate(opened, file)
    const mirror = createMirror({ database: opened, removedRows: 'delete' })
    const claimed$ = defer(() => {
      claim(opened, file, service)
      return of({ database: opened, mirror })
    })
    concat(migrateMirror(mirror, file), claimed$, NEVER).subscribe(subscriber)
  })
