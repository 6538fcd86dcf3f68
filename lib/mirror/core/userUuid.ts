import type { Dialect } from './Dialect.js'
import { feeds } from './Feed.js'
import { Fenced } from './Fenced.js'
import type { MirrorSyncConfig } from './Mirror.js'
import { changeOf } from './MirrorChange.js'
import { raise } from './mirrorUsers.js'
import { type Program, statement } from './Program.js'
import type { RemovedRows } from './removeRows.js'

/** The user of a mirror, with the fence that is valid for them, and the uuid that an answer has named. */
export interface NamedUser {
  readonly user: string
  readonly fence: number
  readonly userUuid: string
}

/**
 * An answer was of another user than the rows of the mirror: the user was deleted at the service, and made again under the
 * same external id.
 */
export class OtherUser extends Error {
  constructor(readonly userUuid: string) {
    super('the answer is of another user')
  }
}

/** Stores the uuid of a user of whom none is known yet. Throws `Fenced` if this is not the user's fence. */
export function* adopt({ table }: Dialect, { user, fence, userUuid }: NamedUser): Program<void> {
  const found = yield statement(
    `UPDATE ${table('users')} SET uuid = $3 WHERE id = $1 AND version = $2 RETURNING id`,
    user,
    fence,
    userUuid,
  )
  if (found.length === 0) throw new Fenced({ fence })
}

/**
 * Removes all rows of a user who was replaced by another one, and how far they were read; stores the uuid of the new one.
 * Returns the next fence and the rows that were removed.
 */
export function* replaceUser(
  dialect: Dialect,
  { user, fence, userUuid }: NamedUser,
  isKept: boolean,
  also: MirrorSyncConfig['also'],
): Program<{ readonly fence: number; readonly removed: ReadonlyArray<RemovedRows> }> {
  const { table, now, notify } = dialect
  const next = yield* raise(dialect, user, fence)
  const removed: Array<RemovedRows> = []
  for (const feed of feeds) {
    const rows = yield statement(
      isKept
        ? `UPDATE ${table(feed)} SET removed_at = ${now} WHERE user_id = $1 AND removed_at IS NULL RETURNING id`
        : `DELETE FROM ${table(feed)} WHERE user_id = $1 RETURNING id`,
      user,
    )
    if (rows.length > 0) removed.push({ feed, removed: rows.map(({ id }) => String(id)) })
  }
  for (const name of ['absences', 'checkpoints']) yield statement(`DELETE FROM ${table(name)} WHERE user_id = $1`, user)
  yield statement(`UPDATE ${table('users')} SET uuid = $2 WHERE id = $1`, user, userUuid)
  for (const rows of removed) {
    if (also) yield* also({ user, ...rows, changed: [], links: [] })
    if (notify !== undefined) yield notify(changeOf(user, rows.feed, rows.removed))
  }
  return { fence: next, removed }
}
