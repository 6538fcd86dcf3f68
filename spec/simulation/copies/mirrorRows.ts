import type { DatabaseLike } from '../../../lib/mirror/sqlite/DatabaseLike.js'
import type { CopiedRow, Feed, Rows } from './Rows.js'
import { type BookedSum, type Sums, sumsOfMirror } from './sums.js'

/** The present rows of a list in a mirror. */
export const rowsOfMirror = (database: DatabaseLike, user: string, feed: Feed): Rows => {
  const rows = database
    .prepare(`SELECT id, row FROM rxbank_${feed} WHERE user_id = ? AND removed_at IS NULL`)
    .all(user) as ReadonlyArray<{ readonly id: string; readonly row: string }>
  return new Map(rows.map(({ id, row }) => [id, JSON.parse(row) as CopiedRow]))
}

/** The sums of a mirror, by the view that its migrations make. */
export const bookedSums = (database: DatabaseLike, user: string): Sums =>
  sumsOfMirror(
    database.prepare('SELECT * FROM rxbank_booked_sums WHERE user_id = ?').all(user) as ReadonlyArray<BookedSum>,
  )

/** The uuid of a user of a mirror, once it is known. */
export const uuidOf = (database: DatabaseLike, user: string): string | undefined => {
  const [found] = database.prepare('SELECT uuid FROM rxbank_users WHERE id = ?').all(user) as ReadonlyArray<{
    readonly uuid: string | null
  }>
  return found?.uuid ?? undefined
}
