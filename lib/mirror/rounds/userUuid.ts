import type { MirrorSyncConfig, MirrorWrite } from '../core/Mirror.js'
import { forgetProgress, raiseFencingToken } from '../core/mirrorUsers.js'
import { type Program, statement } from '../core/Program.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import { StaleFencingToken } from '../core/StaleFencingToken.js'
import { deleteAllRows, type RemovedRows } from '../erasure/removeRows.js'

/** Runs the caller's statements for each feed whose rows have changed. */
export function* announceWrites(
  writes: ReadonlyArray<MirrorWrite>,
  extraStatements: MirrorSyncConfig['extraStatements'],
): Program<void> {
  if (extraStatements === undefined) return
  for (const write of writes) if (write.changedIds.length + write.removedIds.length > 0) yield* extraStatements(write)
}

/** A user of the mirror with their fence, and the uuid to which a response of the service belongs. */
export interface IdentifiedUser {
  readonly user: string
  readonly fence: number
  readonly userUuid: string
}

/**
 * A response belongs to another user than the rows of the mirror, because the user was deleted at the service and
 * created again under the same external id.
 */
export class UserMismatch extends Error {
  constructor(readonly userUuid: string) {
    super('the response belongs to another user')
  }
}

/** Stores the uuid of a user for the first time. Throws `StaleFencingToken` if this is not the user's fence. */
export function* storeUserUuid({ table }: SqlDialect, { user, fence, userUuid }: IdentifiedUser): Program<void> {
  const updatedRows = yield statement(
    `UPDATE ${table('users')} SET uuid = $3 WHERE id = $1 AND version = $2 RETURNING id`,
    user,
    fence,
    userUuid,
  )
  if (updatedRows.length === 0) throw new StaleFencingToken({ fence })
}

/**
 * Deletes all rows and bookmarks of a user who was deleted and created again, and stores the uuid of the new user.
 * Returns the next fence and the removed rows. It also deletes rows with `removed_at`: an export of the new user must
 * not contain data of the old user, which nobody could erase by the old uuid any more.
 */
export function* replaceUser(
  dialect: SqlDialect,
  { user, fence, userUuid }: IdentifiedUser,
  extraStatements: MirrorSyncConfig['extraStatements'],
): Program<{ readonly fence: number; readonly removed: ReadonlyArray<RemovedRows> }> {
  const nextFencingToken = yield* raiseFencingToken(dialect, user, fence)
  const removed = yield* deleteAllRows(dialect, user)
  yield* forgetProgress(dialect, user)
  yield statement(
    `UPDATE ${dialect.table('users')} SET uuid = $2, match_until = NULL, unmatched_until = NULL WHERE id = $1`,
    user,
    userUuid,
  )
  if (dialect.markTraces) yield dialect.markTraces
  yield* announceWrites(
    removed.map((rows) => ({ user, ...rows, changedIds: [], links: [] })),
    extraStatements,
  )
  return { fence: nextFencingToken, removed }
}
