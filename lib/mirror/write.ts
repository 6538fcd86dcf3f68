import type { PostedLink } from '../model/matchTraces.js'
import type { Bookmark } from '../polling/Bookmark.js'
import type { PostedWindow } from '../polling/PostedWindow.js'
import type { Row } from './columns.js'
import type { Dialect } from './Dialect.js'
import type { Feed } from './Feed.js'
import type { MirrorSyncConfig } from './Mirror.js'
import { changeOf } from './MirrorChange.js'
import { type Program, statement } from './Program.js'
import type { ReadyRow } from './readyRows.js'
import { jsonText, stateText } from './rowText.js'
import { raise } from './users.js'

/** What one transaction is to write. */
export interface Write {
  readonly user: string
  readonly fence: number
  readonly feed: Feed
  /** The rows by their ids. Each is there once. */
  readonly live: ReadonlyMap<string, Row>
  /** The same rows, converted to what is written. */
  readonly ready: ReadonlyArray<ReadyRow>
  /** Which rows are removed: those with the listed ids, or all `others` of the user that are not in `live`. */
  readonly removed: ReadonlyArray<string> | 'others'
  readonly isLast: boolean
  readonly bookmark: Bookmark | undefined
  /**
   * Links posted transactions to pending ones. Receives the ids of the batch that the table has already, with the rows
   * of those that are removed.
   */
  readonly link?: (known: ReadonlyMap<string, Row | undefined>) => PostedWindow
  /** Statements of the caller, for a transaction that changes rows. */
  readonly also: MirrorSyncConfig['also'] | undefined
}

/** What one transaction wrote. */
export interface Written {
  readonly fence: number
  /** Ids of rows that are new or differ from before. */
  readonly changed: ReadonlyArray<string>
  /** Ids of rows that were in the table and are now removed. */
  readonly removed: ReadonlyArray<string>
  readonly window: PostedWindow | undefined
}

/** The listed ids of removed rows. */
const listed = (removed: Write['removed']): ReadonlyArray<string> => (removed === 'others' ? [] : removed)

const idsOf = (rows: ReadonlyArray<Readonly<Record<string, unknown>>>): ReadonlyArray<string> =>
  rows.map(({ id }) => String(id))

/** Writes the rows that are new or differ, and returns their ids. */
function* put(dialect: Dialect, { user, feed, ready }: Write): Program<ReadonlyArray<string>> {
  if (ready.length === 0) return []
  const columns = dialect.columns[feed]
  const names = [...columns.map(({ name }) => name), 'row']
  const changes = [...names.map((name) => `${name} = excluded.${name}`), 'removed_at = NULL'].join(', ')
  const end = `ON CONFLICT (user_id, id) DO UPDATE SET ${changes}
    WHERE ${dialect.differs} OR old.removed_at IS NOT NULL RETURNING id`
  const ids: Array<string> = []
  for (const asked of dialect.put({ feed, columns, user, rows: ready, end })) ids.push(...idsOf(yield asked))
  return ids
}

/** Deletes rows, or marks them as removed, and returns the ids of those that the table had. */
function* remove(dialect: Dialect, write: Write, isKept: boolean): Program<ReadonlyArray<string>> {
  const { user, feed, live, removed } = write
  if (removed !== 'others' && removed.length === 0) return []
  const isListed = dialect.isIn('id', '$2')
  const which = `user_id = $1 AND removed_at IS NULL AND ${removed === 'others' ? `NOT (${isListed})` : isListed}`
  const table = dialect.table(feed)
  const rows = yield statement(
    isKept
      ? `UPDATE ${table} SET removed_at = ${dialect.now} WHERE ${which} RETURNING id`
      : `DELETE FROM ${table} WHERE ${which.replace('AND removed_at IS NULL ', '')} RETURNING id`,
    user,
    jsonText(removed === 'others' ? [...live.keys()] : removed),
  )
  return idsOf(rows)
}

/** The ids of a batch that the table has already, with the rows of those that the batch removes. */
function* known(dialect: Dialect, { user, feed, live, removed }: Write): Program<ReadonlyMap<string, Row | undefined>> {
  const rows = yield statement(
    `SELECT id, CASE WHEN ${dialect.isIn('id', '$3')} THEN CAST(row AS text) END AS row
     FROM ${dialect.table(feed)} WHERE user_id = $1 AND removed_at IS NULL AND ${dialect.isIn('id', '$2')}`,
    user,
    jsonText([...live.keys(), ...listed(removed)]),
    jsonText(listed(removed)),
  )
  return new Map(
    rows.map(({ id, row }) => [String(id), typeof row === 'string' ? (JSON.parse(row) as Row) : undefined]),
  )
}

function* mark(dialect: Dialect, user: string, links: ReadonlyArray<PostedLink>): Program<void> {
  for (const { pending, posted } of links)
    yield statement(
      `UPDATE ${dialect.table('transactions')} SET pending_id = $3 WHERE user_id = $1 AND id = $2`,
      user,
      String(posted),
      String(pending),
    )
}

/** What is kept of transactions that wait for their counterpart, as JSON; `null` for what was kept before. */
export const postedText = (window: PostedWindow | undefined): string | null =>
  window === undefined ? null : stateText({ ...window, round: 0, links: [] })

/** Writes how far the feed was read. Values that have not changed are not written again. */
function* keep({ table, now }: Dialect, write: Write, window: PostedWindow | undefined): Program<void> {
  const { user, feed, isLast, bookmark } = write
  const { round = 0 } = window ?? {}
  yield statement(
    `INSERT INTO ${table('checkpoints')} AS old (user_id, feed, bookmark, is_cut, posted, posted_round)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (user_id, feed) DO UPDATE
     SET bookmark = coalesce(excluded.bookmark, old.bookmark), is_cut = excluded.is_cut,
       posted = coalesce(excluded.posted, old.posted), posted_round = excluded.posted_round, moved_at = ${now}`,
    user,
    feed,
    bookmark === undefined ? null : stateText(bookmark),
    !isLast,
    postedText(window),
    round,
  )
}

/** Writes rows and how far their feed was read, if the fence is still valid for the user. */
export function* write(dialect: Dialect, asked: Write, isKept: boolean): Program<Written> {
  const { user, feed, link } = asked
  const fence = yield* raise(dialect, user, asked.fence)
  const window = link?.(yield* known(dialect, asked))
  const changed = yield* put(dialect, asked)
  const removed = yield* remove(dialect, asked, isKept)
  const links = window?.links ?? []
  yield* mark(dialect, user, links)
  yield* keep(dialect, asked, window)
  const ids = [...changed, ...removed]
  if (ids.length > 0 && asked.also) yield* asked.also({ user, feed, changed, removed, links })
  if (ids.length > 0 && dialect.notify !== undefined) yield dialect.notify(changeOf(user, feed, ids))
  return { fence, changed, removed, window }
}
