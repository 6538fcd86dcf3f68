import { type AbsentRow, findAbsentRows, type WholeList } from '../../streams/polling/confirmAbsence.js'
import type { Feed } from '../core/Feed.js'
import { type Program, statement } from '../core/Program.js'
import { toStorableJson } from '../core/rowText.js'
import type { SqlDialect } from '../core/SqlDialect.js'

/**
 * The differences between a table and a full list.
 *
 * - `absent`: the rows of the table that the list lacks.
 * - `hasNew`: whether the list has rows that the table lacks; `false` if the table was empty.
 * - `hasReturned`: whether the list has rows that the mirror had removed.
 */
export interface ListComparison {
  readonly absent: ReadonlyArray<AbsentRow>
  readonly hasNew: boolean
  readonly hasReturned: boolean
}

/** One feed of one user. */
interface UserFeed {
  readonly user: string
  readonly feed: Feed
}

/** The ids of the rows of a table, without removed ones. */
export function* storedIds({ table }: SqlDialect, { user, feed }: UserFeed): Program<ReadonlySet<string>> {
  const rows = yield statement(`SELECT id FROM ${table(feed)} WHERE user_id = $1 AND removed_at IS NULL`, user)
  return new Set(rows.map(({ id }) => String(id)))
}

/** Deletes the records of absent rows. */
export function* forgetAbsence(
  { table, isIn }: SqlDialect,
  { user, feed }: UserFeed,
  ids: ReadonlyArray<string>,
): Program<void> {
  if (ids.length === 0) return
  yield statement(
    `DELETE FROM ${table('absences')} WHERE user_id = $1 AND feed = $2 AND ${isIn('id', '$3')}`,
    user,
    feed,
    toStorableJson(ids),
  )
}

/** Records that rows of the table are absent since `at`. */
function* storeAbsence({ table, isIn }: SqlDialect, { user, feed }: UserFeed, ids: ReadonlyArray<string>, at: number) {
  if (ids.length === 0) return
  yield statement(
    `INSERT INTO ${table('absences')} (user_id, feed, id, since, is_removed)
     SELECT user_id, CAST($2 AS text), id, CAST($4 AS bigint), false FROM ${table(feed)}
     WHERE user_id = $1 AND ${isIn('id', '$3')}
     ON CONFLICT (user_id, feed, id) DO UPDATE SET since = excluded.since, is_removed = false`,
    user,
    feed,
    toStorableJson(ids),
    at,
  )
}

/**
 * The ids of rows that were first absent after a time, in milliseconds since 1970, and that the table no longer has.
 */
export function* recentlyRemovedIds(
  { table }: SqlDialect,
  { user, feed }: UserFeed,
  after: number,
): Program<ReadonlySet<string>> {
  const rows = yield statement(
    `SELECT id FROM ${table('absences')} AS a WHERE user_id = $1 AND feed = $2 AND since > CAST($3 AS bigint) AND NOT EXISTS (
       SELECT 1 FROM ${table(feed)} AS r WHERE r.user_id = a.user_id AND r.id = a.id AND r.removed_at IS NULL)`,
    user,
    feed,
    after,
  )
  return new Set(rows.map(({ id }) => String(id)))
}

/** The ids of the present rows whose `updated_at` lies within a time span, in milliseconds since 1970. */
export function* recentlyUpdatedIds(
  { table, timestamp }: SqlDialect,
  { user, feed }: UserFeed,
  [from, to]: readonly [from: number, to: number],
): Program<ReadonlySet<string>> {
  const toTimestamp = (ms: number): string => timestamp(new Date(ms).toISOString())
  const rows = yield statement(
    `SELECT id FROM ${table(feed)}
     WHERE user_id = $1 AND removed_at IS NULL AND updated_at >= ${toTimestamp(from)} AND updated_at <= ${toTimestamp(to)}`,
    user,
  )
  return new Set(rows.map(({ id }) => String(id)))
}

/**
 * Records that the items or accounts whose `column` has one of `ids` were removed. The record of an account contains
 * its item's id, because the row of the account may be deleted before its item is erased.
 */
export function* markRemoved(
  { table, isIn }: SqlDialect,
  { user, feed }: UserFeed,
  column: string,
  ids: ReadonlyArray<string>,
): Program<void> {
  yield statement(
    `INSERT INTO ${table('absences')} (user_id, feed, id, since, is_removed, item_id)
     SELECT user_id, CAST($2 AS text), id, 0, true, ${feed === 'accounts' ? 'item_id' : 'NULL'} FROM ${table(feed)}
     WHERE user_id = $1 AND ${isIn(column, '$3')}
     ON CONFLICT (user_id, feed, id) DO UPDATE SET is_removed = true, item_id = excluded.item_id`,
    user,
    feed,
    toStorableJson(ids),
  )
}

/** The ids of a user's removed accounts that no list has contained since. */
export function* removedAccountIds({ table }: SqlDialect, user: string): Program<ReadonlySet<string>> {
  const rows = yield statement(
    `SELECT id FROM ${table('absences')} WHERE user_id = $1 AND feed = 'accounts' AND is_removed`,
    user,
  )
  return new Set(rows.map(({ id }) => String(id)))
}

/** Whether an item of a user was removed, and no list has contained it since. */
export function* isItemRemoved({ table }: SqlDialect, user: string, itemId: string): Program<boolean> {
  const rows = yield statement(
    `SELECT 1 AS there FROM ${table('absences')} WHERE user_id = $1 AND feed = 'items' AND id = $2 AND is_removed`,
    user,
    itemId,
  )
  return rows.length > 0
}

/**
 * Records which accounts of a feed's rows are missing from a list of accounts, and deletes the records of listed ones.
 * Returns whether an account is newly missing, or has come back. The table of accounts may lack them.
 */
export function* storeUnlistedAccounts(
  dialect: SqlDialect,
  { user, feed }: UserFeed,
  { ids, at }: WholeList,
): Program<boolean> {
  const { table, isIn } = dialect
  const referencedAccounts = yield statement(
    `SELECT DISTINCT account_id AS id FROM ${table(feed)}
     WHERE user_id = $1 AND removed_at IS NULL AND account_id IS NOT NULL`,
    user,
  )
  const absenceRows = yield statement(
    `SELECT id, is_removed FROM ${table('absences')} WHERE user_id = $1 AND feed = 'accounts'`,
    user,
  )
  const recordedIds = new Set(absenceRows.map(({ id }) => String(id)))
  const hasReturned = absenceRows.some(({ id, is_removed }) => Boolean(is_removed) && ids.has(String(id)))
  yield* forgetAbsence(
    dialect,
    { user, feed: 'accounts' },
    Array.from(recordedIds).filter((id) => ids.has(id)),
  )
  const unlisted = referencedAccounts.map(({ id }) => String(id)).filter((id) => !ids.has(id) && !recordedIds.has(id))
  if (unlisted.length === 0) return hasReturned
  yield statement(
    `INSERT INTO ${table('absences')} (user_id, feed, id, since, is_removed)
     SELECT DISTINCT user_id, 'accounts', account_id, CAST($3 AS bigint), false FROM ${table(feed)}
     WHERE user_id = $1 AND ${isIn('account_id', '$2')} ON CONFLICT (user_id, feed, id) DO NOTHING`,
    user,
    toStorableJson(unlisted),
    at,
  )
  return true
}

/**
 * Compares a full list with the ids that its table had before the list was written. Records when rows were first
 * absent, and deletes the records of listed rows. The records of removed rows that were first absent after
 * `absentBefore` stay, see {@link recentlyRemovedIds}.
 */
export function* compareList(
  dialect: SqlDialect,
  userFeed: UserFeed,
  wholeList: WholeList,
  idsBefore: ReadonlySet<string>,
  absentBefore = Infinity,
): Program<ListComparison> {
  const { ids, at } = wholeList
  const absenceRows = yield statement(
    `SELECT id, CAST(since AS text) AS since, is_removed FROM ${dialect.table('absences')} WHERE user_id = $1 AND feed = $2`,
    userFeed.user,
    userFeed.feed,
  )
  const records = absenceRows.map(({ id, since, is_removed }) => ({
    id: String(id),
    since: Number(since),
    wasRemoved: Boolean(is_removed),
  }))
  const absentSince = new Map(records.filter(({ wasRemoved }) => !wasRemoved).map(({ id, since }) => [id, since]))
  const absent = findAbsentRows(wholeList, idsBefore, absentSince)
  const isObsolete = ({ id, since, wasRemoved }: (typeof records)[number]) =>
    idsBefore.has(id) || wasRemoved ? ids.has(id) : since <= absentBefore
  yield* forgetAbsence(
    dialect,
    userFeed,
    records.filter(isObsolete).map(({ id }) => id),
  )
  yield* storeAbsence(
    dialect,
    userFeed,
    absent.filter(({ id, since }) => absentSince.get(id) !== since).map(({ id }) => id),
    at,
  )
  const returned = new Set(records.filter(({ id, wasRemoved }) => wasRemoved && ids.has(id)).map(({ id }) => id))
  return {
    absent,
    hasNew: idsBefore.size > 0 && Array.from(ids).some((id) => !idsBefore.has(id) && !returned.has(id)),
    hasReturned: returned.size > 0,
  }
}
