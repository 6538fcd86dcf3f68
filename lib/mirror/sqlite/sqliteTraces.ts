import { defer, EMPTY, type Observable } from 'rxjs'
import type { DatabaseLike } from './DatabaseLike.js'

/** Removes what erased rows have left in the files of a database. */
export interface SqliteTraces {
  /** Tries to remove them now. Completes even if this is impossible now. */
  readonly erase: Observable<never>
  /** Tries again after a transaction, if it was impossible before, in this process or in an earlier one. */
  readonly retry: () => void
}

/** The first value of the first row that a statement returns. */
const firstValue = (database: DatabaseLike, sql: string): unknown => {
  const [row] = database.prepare(sql).all() as ReadonlyArray<Readonly<Record<string, unknown>>>
  return row === undefined ? undefined : Object.values(row)[0]
}

/** Runs an action while settings of the connection have other values. */
const withSettings = (database: DatabaseLike, settings: Readonly<Record<string, number>>, action: () => void): void => {
  const before = Object.keys(settings).map((name) => [name, Number(firstValue(database, `PRAGMA ${name}`))] as const)
  const set = (values: ReadonlyArray<readonly [name: string, value: number]>): void => {
    for (const [name, value] of values) database.exec(`PRAGMA ${name} = ${String(value)}`)
  }
  set(Object.entries(settings))
  try {
    action()
  } finally {
    set(before)
  }
}

/**
 * `secure_delete` overwrites rows with zeros, but copies of them remain: in pages between which SQLite has moved rows,
 * in the write-ahead log, and in a rollback journal that is not deleted. `VACUUM` rewrites the pages, and a checkpoint
 * that truncates the log removes it. Neither waits for readers, which may last long. The table of versions records that
 * traces remain, so another process continues if this one exits.
 */
export const sqliteTraces = (database: DatabaseLike, vacuums: boolean): SqliteTraces => {
  /** `undefined` until the database was queried. */
  let hasTraces: boolean | undefined
  let isVacuumed = false

  const attempt = (): void => {
    // A database in memory has no files.
    if (firstValue(database, "SELECT file FROM pragma_database_list WHERE name = 'main'") === '') {
      hasTraces = false
      return
    }
    // With this limit, the next write truncates a journal that is not deleted.
    withSettings(database, { busy_timeout: 0, journal_size_limit: 0 }, () => {
      if (vacuums && !isVacuumed) {
        database.exec('VACUUM')
        isVacuumed = true
      }
      if (firstValue(database, 'PRAGMA wal_checkpoint(TRUNCATE)') === 1) return
      database.exec('UPDATE rxbank_versions SET has_traces = 0')
      hasTraces = false
    })
  }

  const retry = (): void => {
    if (hasTraces === false) return
    try {
      hasTraces ??= firstValue(database, 'SELECT has_traces FROM rxbank_versions') === 1
      if (hasTraces) attempt()
    } catch {
      // A reader, another writer or a full disk prevents it, or the tables do not exist yet.
    }
  }

  return {
    erase: defer(() => {
      hasTraces = true
      isVacuumed = false
      retry()
      return EMPTY
    }),
    retry,
  }
}
