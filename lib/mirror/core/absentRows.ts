import { findAbsentRows, type AbsentRow, type WholeList } from '../../streams/polling/confirmAbsence.js'
import type { Feed } from './Feed.js'
import { type Program, statement } from './Program.js'
import { jsonText } from './rowText.js'
import type { SqlDialect } from './SqlDialect.js'

/**
 * What differs between a table and a whole list.
 *
 * - `absent`: the rows that the list lacks.
 * - `hasNew`: whether the list has rows that the table, which was not empty, did not have.
 * - `hasReturned`: whether the list has rows that were removed.
 */
export interface Compared {
  readonly absent: ReadonlyArray<AbsentRow>
  readonly hasNew: boolean
  readonly hasReturned: boolean
}

/** A feed of a user. */
interface UserFeed {
  readonly user: string
  readonly feed: Feed
}

/** The ids of the rows that a table has, without the removed ones. */
export function* presentIds({ table }: SqlDialect, { user, feed }: UserFeed): Program<ReadonlySet<string>> {
  const rows = yield statement(`SELECT id FROM ${table(feed)} WHERE user_id = $1 AND removed_at IS NULL`, user)
  return new Set(rows.map(({ id }) => String(id)))
}

/** Forgets that rows were absent. */
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
    jsonText(ids),
  )
}

/** Stores since when rows of the table are absent. */
function* storeAbsence({ table, isIn }: SqlDialect, { user, feed }: UserFeed, ids: ReadonlyArray<string>, at: number) {
  if (ids.length === 0) return
  yield statement(
    `INSERT INTO ${table('absences')} (user_id, feed, id, since, is_gone)
     SELECT user_id, CAST($2 AS text), id, CAST($4 AS bigint), false FROM ${table(feed)}
     WHERE user_id = $1 AND ${isIn('id', '$3')}
     ON CONFLICT (user_id, feed, id) DO UPDATE SET since = excluded.since, is_gone = false`,
    user,
    feed,
    jsonText(ids),
    at,
  )
}

/** Stores that items or accounts are gone, found by a column of their table. */
export function* storeGone(
  { table, isIn }: SqlDialect,
  { user, feed }: UserFeed,
  column: string,
  ids: ReadonlyArray<string>,
): Program<void> {
  yield statement(
    `INSERT INTO ${table('absences')} (user_id, feed, id, since, is_gone)
     SELECT user_id, CAST($2 AS text), id, 0, true FROM ${table(feed)}
     WHERE user_id = $1 AND ${isIn(column, '$3')}
     ON CONFLICT (user_id, feed, id) DO UPDATE SET is_gone = true`,
    user,
    feed,
    jsonText(ids),
  )
}

/** The accounts of a user that were removed, and that no list has shown since. */
export function* goneAccounts({ table }: SqlDialect, user: string): Program<ReadonlySet<string>> {
  const rows = yield statement(
    `SELECT id FROM ${table('absences')} WHERE user_id = $1 AND feed = 'accounts' AND is_gone`,
    user,
  )
  return new Set(rows.map(({ id }) => String(id)))
}

/**
 * Stores which accounts of a feed's rows a list of accounts lacks, and forgets those that are listed again. Returns whether
 * an account is newly absent, or has come back. The accounts need not be in their table.
 */
export function* storeUnlisted(
  dialect: SqlDialect,
  { user, feed }: UserFeed,
  { ids, at }: WholeList,
): Program<boolean> {
  const { table, isIn } = dialect
  const named = yield statement(
    `SELECT DISTINCT account_id AS id FROM ${table(feed)}
     WHERE user_id = $1 AND removed_at IS NULL AND account_id IS NOT NULL`,
    user,
  )
  const stored = yield statement(
    `SELECT id, is_gone FROM ${table('absences')} WHERE user_id = $1 AND feed = 'accounts'`,
    user,
  )
  const known = new Set(stored.map(({ id }) => String(id)))
  const hasReturned = stored.some(({ id, is_gone }) => Boolean(is_gone) && ids.has(String(id)))
  yield* forgetAbsence(
    dialect,
    { user, feed: 'accounts' },
    Array.from(known).filter((id) => ids.has(id)),
  )
  const unlisted = named.map(({ id }) => String(id)).filter((id) => !ids.has(id) && !known.has(id))
  if (unlisted.length === 0) return hasReturned
  yield statement(
    `INSERT INTO ${table('absences')} (user_id, feed, id, since, is_gone)
     SELECT DISTINCT user_id, 'accounts', account_id, CAST($3 AS bigint), false FROM ${table(feed)}
     WHERE user_id = $1 AND ${isIn('account_id', '$2')} ON CONFLICT (user_id, feed, id) DO NOTHING`,
    user,
    jsonText(unlisted),
    at,
  )
  return true
}

/**
 * Compares a whole list with the ids that its table had before the list was written, and stores since when rows are absent.
 * A row that is in the list is absent no more.
 */
export function* compare(
  dialect: SqlDialect,
  own: UserFeed,
  whole: WholeList,
  before: ReadonlySet<string>,
): Program<Compared> {
  const { ids, at } = whole
  const stored = yield statement(
    `SELECT id, CAST(since AS text) AS since, is_gone FROM ${dialect.table('absences')} WHERE user_id = $1 AND feed = $2`,
    own.user,
    own.feed,
  )
  const known = stored.map(({ id, since, is_gone }) => ({
    id: String(id),
    since: Number(since),
    isGone: Boolean(is_gone),
  }))
  const sinceOf = new Map(known.filter(({ isGone }) => !isGone).map(({ id, since }) => [id, since]))
  const absent = findAbsentRows(whole, before, sinceOf)
  const isOver = ({ id, isGone }: { readonly id: string; readonly isGone: boolean }) =>
    ids.has(id) || (!isGone && !before.has(id))
  yield* forgetAbsence(
    dialect,
    own,
    known.filter(isOver).map(({ id }) => id),
  )
  yield* storeAbsence(
    dialect,
    own,
    absent.filter(({ id, since }) => sinceOf.get(id) !== since).map(({ id }) => id),
    at,
  )
  const returned = new Set(known.filter(({ id, isGone }) => isGone && ids.has(id)).map(({ id }) => id))
  return {
    absent,
    hasNew: before.size > 0 && Array.from(ids).some((id) => !before.has(id) && !returned.has(id)),
    hasReturned: returned.size > 0,
  }
}
