import type { PostedLink } from '../../service/model/matchTraces.js'
import type { Bookmark } from '../../streams/polling/Bookmark.js'
import type { AbsentRow, WholeList } from '../../streams/polling/confirmAbsence.js'
import type { PostedWindow } from '../../streams/polling/PostedWindow.js'
import { compare, forgetAbsence, goneAccounts, presentIds, storeUnlisted } from './absentRows.js'
import { hasAccessChanges, withDisabledAccounts } from './accessChanges.js'
import { announce } from './announce.js'
import type { Row } from './columns.js'
import type { Feed } from './Feed.js'
import type { MirrorSyncConfig } from './Mirror.js'
import { raiseFence } from './mirrorUsers.js'
import { type Program, statement } from './Program.js'
import { type RemovedRows, removeRows } from './removeRows.js'
import { jsonText, stateText } from './rowText.js'
import type { SqlDialect } from './SqlDialect.js'
import type { StoredRow } from './storedRows.js'

/** The changes that one transaction writes. */
export interface Write {
  readonly user: string
  readonly fence: number
  readonly feed: Feed
  /** The rows by their ids. Each is there once. */
  readonly live: ReadonlyMap<string, Row>
  /** The same rows, converted to what is written. */
  readonly ready: ReadonlyArray<StoredRow>
  /** The ids of the rows that are removed, and with an item or an account what belongs to it. */
  readonly removed: ReadonlyArray<string>
  /** A whole list to compare the table with, which has at least the rows of `live`. Rows that it lacks are only noted. */
  readonly whole?: WholeList
  /** The ids of absent rows that the service has shown by themselves. */
  readonly found?: ReadonlyArray<string>
  /** When the feed is next compared with its whole list, by the number of absent rows; in milliseconds since 1970. */
  readonly fullSyncDue?: (absent: number) => number
  /** The accounts of the user, for rounds that do not write them: rows of other accounts have to be read again. */
  readonly accounts?: WholeList
  /** When the accounts are next looked for, in milliseconds since 1970. */
  readonly accountsDue?: number
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

/** The result of one transaction. */
export interface WriteResult {
  readonly fence: number
  /** Ids of rows that are new or differ from before. */
  readonly changed: ReadonlyArray<string>
  /** Ids of rows that were in the table and are now removed. */
  readonly removed: ReadonlyArray<string>
  /** The rows of other feeds that were removed with these. */
  readonly others: ReadonlyArray<RemovedRows>
  /** The rows that the whole list lacks. */
  readonly absent: ReadonlyArray<AbsentRow>
  /**
   * Whether rows have to be read again, because their item or account has come back or is no longer listed, or the access to
   * the data of an account has changed.
   */
  readonly isRereadNeeded: boolean
  readonly window: PostedWindow | undefined
}

const idsOf = (rows: ReadonlyArray<Readonly<Record<string, unknown>>>): ReadonlyArray<string> =>
  rows.map(({ id }) => String(id))

/** Writes the rows that are new or differ, and returns their ids. */
function* putRows(dialect: SqlDialect, { user, feed, ready }: Write): Program<ReadonlyArray<string>> {
  if (ready.length === 0) return []
  const columns = dialect.columns[feed]
  const names = [...columns.map(({ name }) => name), 'row']
  const changes = [...names.map((name) => `${name} = excluded.${name}`), 'removed_at = NULL'].join(', ')
  const end = `ON CONFLICT (user_id, id) DO UPDATE SET ${changes}
    WHERE ${dialect.differs} OR old.removed_at IS NOT NULL RETURNING id`
  const ids: Array<string> = []
  for (const query of dialect.put({ feed, columns, user, rows: ready, end })) ids.push(...idsOf(yield query))
  return ids
}

/** How long after an item or account was connected the service has loaded its rows, and the feeds are compared. */
const loadingTime = 60 * 60_000

/** Makes the comparison of feeds with their whole lists due at a moment, in milliseconds since 1970, or earlier. */
function* advanceFullSync({ table }: SqlDialect, user: string, due: number): Program<void> {
  yield statement(
    `UPDATE ${table('checkpoints')}
     SET full_sync_due = CASE WHEN full_sync_due < CAST($2 AS bigint) THEN full_sync_due ELSE CAST($2 AS bigint) END
     WHERE user_id = $1 AND feed IN ('stocks', 'transactions')`,
    user,
    due,
  )
}

/**
 * A batch without the rows of removed accounts, which the service may still send. They are read again when their account
 * comes back.
 */
function* withoutRemovedAccounts(dialect: SqlDialect, write: Write): Program<Write> {
  const { user, feed, live, ready } = write
  const place = dialect.columns[feed].findIndex(({ name }) => name === 'account_id')
  if (ready.length === 0 || place < 0) return write
  const removedAccounts = yield* goneAccounts(dialect, user)
  const lateIds = new Set(ready.filter(({ values }) => removedAccounts.has(values[place] ?? '')).map(({ id }) => id))
  if (lateIds.size === 0) return write
  return {
    ...write,
    live: new Map(Array.from(live).filter(([id]) => !lateIds.has(id))),
    ready: ready.filter(({ id }) => !lateIds.has(id)),
    // The table may have the row under another account.
    removed: [...write.removed, ...lateIds],
  }
}

/** The ids of a batch that the table has already, with the rows of those that the batch removes. */
function* knownRows(
  dialect: SqlDialect,
  { user, feed, live, removed }: Write,
): Program<ReadonlyMap<string, Row | undefined>> {
  const rows = yield statement(
    `SELECT id, CASE WHEN ${dialect.isIn('id', '$3')} THEN CAST(row AS text) END AS row
     FROM ${dialect.table(feed)} WHERE user_id = $1 AND removed_at IS NULL AND ${dialect.isIn('id', '$2')}`,
    user,
    jsonText([...live.keys(), ...removed]),
    jsonText(removed),
  )
  return new Map(
    rows.map(({ id, row }) => [String(id), typeof row === 'string' ? (JSON.parse(row) as Row) : undefined]),
  )
}

function* storeLinks(dialect: SqlDialect, user: string, links: ReadonlyArray<PostedLink>): Program<void> {
  for (const { pending, posted } of links)
    yield statement(
      `UPDATE ${dialect.table('transactions')} SET pending_id = $3 WHERE user_id = $1 AND id = $2`,
      user,
      String(posted),
      String(pending),
    )
}

/** The transactions that wait for their counterpart, as JSON; `null` if the stored ones stay as they are. */
export const postedText = (window: PostedWindow | undefined): string | null =>
  window === undefined ? null : stateText({ ...window, round: 0, links: [] })

/** Stores how far the feed was read. Values that are missing stay as they are. */
function* storeProgress(
  { table, now }: SqlDialect,
  write: Write,
  window: PostedWindow | undefined,
  absent: number,
): Program<void> {
  const { user, feed, isLast, bookmark, fullSyncDue, accountsDue } = write
  const { round = 0 } = window ?? {}
  yield statement(
    `INSERT INTO ${table('checkpoints')} AS old
       (user_id, feed, bookmark, is_cut, posted, posted_round, full_sync_due, accounts_due)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (user_id, feed) DO UPDATE
     SET bookmark = coalesce(excluded.bookmark, old.bookmark), is_cut = excluded.is_cut,
       posted = coalesce(excluded.posted, old.posted),
       posted_round = CASE WHEN excluded.posted IS NULL THEN old.posted_round ELSE excluded.posted_round END,
       full_sync_due = coalesce(excluded.full_sync_due, old.full_sync_due),
       accounts_due = coalesce(excluded.accounts_due, old.accounts_due), moved_at = ${now}`,
    user,
    feed,
    bookmark === undefined ? null : stateText(bookmark),
    !isLast,
    postedText(window),
    round,
    fullSyncDue?.(absent) ?? null,
    accountsDue ?? null,
  )
}

/** The items of a user whose status is not 0, so that their data is not up to date. */
function* troubledItems({ table }: SqlDialect, user: string): Program<ReadonlyArray<string>> {
  const rows = yield statement(
    `SELECT id FROM ${table('items')} WHERE user_id = $1 AND removed_at IS NULL AND CAST(status AS text) <> '0'`,
    user,
  )
  return rows.map(({ id }) => String(id))
}

const nothingAbsent = { absent: [], hasNew: false, hasReturned: false }

/** Writes rows and how far their feed was read, if the fence is still valid for the user. */
export function* writeRows(dialect: SqlDialect, write: Write, isKept: boolean): Program<WriteResult> {
  const { user, feed, link, whole, found = [] } = write
  const fence = yield* raiseFence(dialect, user, write.fence)
  const before = whole && (yield* presentIds(dialect, write))
  const troubled = whole && feed === 'items' ? yield* troubledItems(dialect, user) : []
  const accepted = yield* withoutRemovedAccounts(dialect, write)
  const window = link?.(yield* knownRows(dialect, accepted))
  const hasNewAccess = yield* hasAccessChanges(dialect, accepted)
  const changed = yield* putRows(dialect, accepted)
  const [own, ...rest] = yield* removeRows(dialect, { user, feed, column: 'id', ids: accepted.removed, isKept })
  const removed = own?.removed ?? []
  const others = rest.filter((rows) => rows.removed.length > 0)
  const compared = whole && before ? yield* compare(dialect, write, whole, before) : nothingAbsent
  const { hasNew, hasReturned } = compared
  const absent = yield* withDisabledAccounts(dialect, write, compared.absent)
  yield* forgetAbsence(dialect, write, found)
  const links = window?.links ?? []
  yield* storeLinks(dialect, user, links)
  yield* storeProgress(dialect, write, window, absent.length)
  const isConnected = hasNew || troubled.some((item) => write.live.get(item)?.status === 0)
  const isRereadNeeded = hasReturned || hasNewAccess
  if (whole && (feed === 'items' || feed === 'accounts') && (isConnected || isRereadNeeded))
    yield* advanceFullSync(dialect, user, isRereadNeeded ? whole.at : whole.at + loadingTime)
  const isUnlisted = write.accounts !== undefined && (yield* storeUnlisted(dialect, write, write.accounts))
  if (write.accounts && isUnlisted) yield* advanceFullSync(dialect, user, write.accounts.at)
  const withOthers = others.map((rows) => ({ user, ...rows, changed: [], links: [] }))
  yield* announce(dialect, [...withOthers, { user, feed, changed, removed, links }], write.also)
  return { fence, changed, removed, others, absent, isRereadNeeded: isRereadNeeded || isUnlisted, window }
}
