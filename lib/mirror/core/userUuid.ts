import { announce } from './announce.js'
import { Fenced } from './Fenced.js'
import type { MirrorSyncConfig } from './Mirror.js'
import { forgetProgress, raiseFence } from './mirrorUsers.js'
import { type Program, statement } from './Program.js'
import { removeAllRows, type RemovedRows } from './removeRows.js'
import type { SqlDialect } from './SqlDialect.js'

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
export function* storeUserUuid({ table }: SqlDialect, { user, fence, userUuid }: NamedUser): Program<void> {
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
  dialect: SqlDialect,
  { user, fence, userUuid }: NamedUser,
  isKept: boolean,
  also: MirrorSyncConfig['also'],
): Program<{ readonly fence: number; readonly removed: ReadonlyArray<RemovedRows> }> {
  const next = yield* raiseFence(dialect, user, fence)
  const removed = yield* removeAllRows(dialect, user, isKept)
  yield* forgetProgress(dialect, user)
  yield statement(`UPDATE ${dialect.table('users')} SET uuid = $2 WHERE id = $1`, user, userUuid)
  yield* announce(
    dialect,
    removed.map((rows) => ({ user, ...rows, changed: [], links: [] })),
    also,
  )
  return { fence: next, removed }
}
