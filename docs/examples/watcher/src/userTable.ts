import { map, type Observable, timer } from 'rxjs'
import type { Database } from './connection.js'

/** The table of those who are watched. */
export interface UserTable {
  /** Adds those who are not there yet. */
  readonly add: (ids: ReadonlyArray<string>) => void
  readonly isEmpty: () => boolean
  /** Who is in it, at once and then every so many milliseconds. Cold; never completes. */
  readonly watch: (every: number) => Observable<ReadonlySet<string>>
}

export const userTable = (database: Database): UserTable => {
  const insert = database.prepare('INSERT INTO users (id) VALUES (?) ON CONFLICT DO NOTHING')
  const select = database.prepare('SELECT id FROM users ORDER BY id')
  const read = () => new Set(select.all().map((row) => (row as { id: string }).id))
  return {
    add: (ids) => ids.forEach((id) => insert.run(id)),
    isEmpty: () => read().size === 0,
    watch: (every) => timer(0, every).pipe(map(read)),
  }
}
