import { isProofOpen } from '../balances/proveBalances.js'
import { toFeedProgress, type UserProgress } from '../rounds/FeedProgress.js'
import { existingFeatureTables } from '../tables/mirrorFeatures.js'
import { type Feed, feeds } from './Feed.js'
import type { Erasure, MirroredUser } from './Mirror.js'
import { type Program, type ResultRow, statement } from './Program.js'
import type { SqlDialect } from './SqlDialect.js'
import { StaleFencingToken } from './StaleFencingToken.js'
import type { StartedRound } from './Store.js'

/** Gives a user a new fence and returns it. Adds the user if the mirror does not know them. */
export function* claim({ table, nextVersion, now }: SqlDialect, id: string): Program<number> {
  const [row] = yield statement(
    `INSERT INTO ${table('users')} AS old (id, version, added_at) VALUES ($1, ${nextVersion}, ${now})
     ON CONFLICT (id) DO UPDATE SET version = ${nextVersion} RETURNING CAST(version AS text) AS version`,
    id,
  )
  return Number(row?.version)
}

/**
 * A SQL expression: whether the service has deleted the user with this uuid, as long as the mirror stores the deletion.
 */
export const wasDeleted = (erasures: string, uuid: string): string =>
  `EXISTS (SELECT 1 FROM ${erasures} AS erased WHERE erased.user_uuid = ${uuid} AND erased.item_id = '')`

/**
 * A SQL expression: until when the accounts of a user are matched; 1, a time that is over, if a round ended before it had
 * matched them.
 */
export const matchTime = (user: string): string =>
  `CASE WHEN ${user}.unmatched_until IS NULL THEN ${user}.match_until ELSE 1 END`

/** Reads the {@link matchTime} of a user. */
export const toMatchUntil = ({ match_until }: ResultRow): number | undefined =>
  typeof match_until === 'string' ? Number(match_until) : undefined

/**
 * Reads the progress of each feed of a user, and the user's uuid, if it is known. Throws `StaleFencingToken` if this is
 * not the user's fence.
 */
export function* readProgress(
  { table }: SqlDialect,
  id: string,
  fence: number,
): Program<
  Pick<StartedRound, 'userUuid' | 'isDeleted' | 'isProofOpen' | 'matchUntil'> & {
    readonly progress: UserProgress
  }
> {
  const [userRow] = yield statement(
    `SELECT u.uuid, ${wasDeleted(table('erasures'), 'u.uuid')} AS is_deleted,
       ${isProofOpen('u', table('balance_proofs'))} AS is_proof_open,
       CAST(${matchTime('u')} AS text) AS match_until
     FROM ${table('users')} AS u WHERE u.id = $1 AND u.version = $2`,
    id,
    fence,
  )
  if (userRow === undefined) throw new StaleFencingToken({ fence })
  const rows = yield statement(
    `SELECT feed, CAST(bookmark AS text) AS bookmark, is_truncated, CAST(posted AS text) AS posted, posted_round,
       CAST(full_sync_due AS text) AS full_sync_due, CAST(accounts_due AS text) AS accounts_due
     FROM ${table('checkpoints')} WHERE user_id = $1`,
    id,
  )
  return {
    progress: new Map(rows.map((row) => [row.feed as Feed, toFeedProgress(row)])),
    userUuid: (userRow.uuid as string | null) ?? undefined,
    isDeleted: Boolean(userRow.is_deleted),
    isProofOpen: Boolean(userRow.is_proof_open),
    matchUntil: toMatchUntil(userRow),
  }
}

/**
 * Replaces the fence of a user with the next one. Throws `StaleFencingToken` if `fence` is not the user's fence. The
 * row stays locked until the transaction ends, so no other transaction can do the same.
 */
export function* raiseFencingToken({ table, nextVersion }: SqlDialect, id: string, fence: number): Program<number> {
  const [row] = yield statement(
    `UPDATE ${table('users')} SET version = ${nextVersion} WHERE id = $1 AND version = $2
     RETURNING CAST(version AS text) AS version`,
    id,
    fence,
  )
  if (row === undefined) throw new StaleFencingToken({ fence })
  return Number(row.version)
}

/**
 * Deletes the bookmarks of a user, the records of absent rows, balances and their proofs, the records of reported
 * consents, and what was computed or decided about their rows.
 */
export function* forgetProgress(dialect: SqlDialect, user: string): Program<void> {
  const names = ['absences', 'account_sums', 'balance_proofs', 'balances', 'checkpoints', 'removed_sums']
  // The triggers of the change log have deleted the changes of an erased user, and have logged the erasure.
  const featureNames = Array.from(yield* existingFeatureTables(dialect)).filter((name) => name !== 'changes')
  for (const name of [...names, ...featureNames])
    yield statement(`DELETE FROM ${dialect.table(name)} WHERE user_id = $1`, user)
}

/**
 * Deletes a user with all their rows. If a round of the user is in a transaction, one waits for the other; the round
 * then errors with `StaleFencingToken`.
 */
export function* erase(dialect: SqlDialect, user: string): Program<Erasure> {
  const { table, markTraces } = dialect
  const deletedUsers = yield statement(`DELETE FROM ${table('users')} WHERE id = $1 RETURNING id`, user)
  let rows = 0
  for (const feed of feeds)
    rows += (yield statement(`DELETE FROM ${table(feed)} WHERE user_id = $1 RETURNING 1 AS one`, user)).length
  yield* forgetProgress(dialect, user)
  if (markTraces) yield markTraces
  return { user, wasKnown: deletedUsers.length > 0, rows }
}

const toUser = (row: ResultRow): MirroredUser => ({ id: String(row.id), fence: Number(row.version) })

/** The users with this uuid, in lower case: one, unless the mirror has a user of the service under several ids. */
export function* usersWithUuid({ table }: SqlDialect, userUuid: string): Program<ReadonlyArray<MirroredUser>> {
  const rows = yield statement(
    `SELECT id, CAST(version AS text) AS version FROM ${table('users')} WHERE uuid = $1 ORDER BY id`,
    userUuid,
  )
  return rows.map(toUser)
}

/** The next `max` users after an id, in the order of their ids. */
export function* usersAfter({ table }: SqlDialect, id: string, max: number): Program<ReadonlyArray<MirroredUser>> {
  const rows = yield statement(
    `SELECT id, CAST(version AS text) AS version FROM ${table('users')} WHERE id > $1 ORDER BY id LIMIT ${String(max)}`,
    id,
  )
  return rows.map(toUser)
}
