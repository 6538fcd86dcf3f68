import { map, type Observable, timer } from 'rxjs'
import { type Database, transaction } from './connection.js'

/** Who is in the table of users. */
export interface UserLists {
  readonly watched: ReadonlySet<string>
  /** Who was deleted and is to be erased; one who was added again meanwhile is watched after that. */
  readonly deleted: ReadonlyArray<string>
}

/** The table of those who are watched. */
export interface UserTable {
  /** Adds those who are not there yet. */
  readonly add: (ids: ReadonlyArray<string>) => void
  readonly isEmpty: () => boolean
  /** Who is in it, at once and then every so many milliseconds. Cold; never completes. */
  readonly watch: (every: number) => Observable<UserLists>
  /** Notes that somebody was erased, and removes what else is known of them. */
  readonly erased: (id: string) => void
}

export const userTable = (database: Database): UserTable => {
  const insert = database.prepare('INSERT INTO users (id) VALUES (?) ON CONFLICT DO NOTHING')
  const selectAny = database.prepare('SELECT 1 FROM users LIMIT 1')
  const selectUsers = database.prepare('SELECT id FROM users WHERE id NOT IN (SELECT id FROM erasures) ORDER BY id')
  const selectErasures = database.prepare('SELECT id FROM erasures ORDER BY id')
  const removals = ['DELETE FROM consents WHERE user = ?', 'DELETE FROM erasures WHERE id = ?'].map((sql) =>
    database.prepare(sql),
  )
  const idsOf = (statement: typeof selectUsers) => statement.all().map((row) => (row as { id: string }).id)
  const read = (): UserLists => ({ deleted: idsOf(selectErasures), watched: new Set(idsOf(selectUsers)) })
  return {
    add: (ids) => ids.forEach((id) => insert.run(id)),
    isEmpty: () => selectAny.get() === undefined,
    watch: (every) => timer(0, every).pipe(map(read)),
    erased: (id) => transaction(database, () => removals.forEach((removal) => removal.run(id))),
  }
}
