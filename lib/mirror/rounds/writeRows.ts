import type { PostedLink } from '../../service/model/linkRows.js'
import type { Bookmark } from '../../streams/polling/Bookmark.js'
import { type AbsentRow, loadTime, type WholeList } from '../../streams/polling/confirmAbsence.js'
import type { PostedWindow } from '../../streams/polling/followPosted.js'
import { reopenProofs } from '../balances/proveBalances.js'
import { storeBalances } from '../balances/storeBalances.js'
import type { AccountList } from '../core/AccountList.js'
import type { Feed } from '../core/Feed.js'
import type { MirrorSyncConfig } from '../core/Mirror.js'
import { raiseFencingToken } from '../core/mirrorUsers.js'
import { type Program, statement } from '../core/Program.js'
import { printState, toStorableJson } from '../core/rowText.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import type { StoredRow } from '../core/storedRows.js'
import { withoutDeletedAccounts, withoutDeletedItems } from '../erasure/erasures.js'
import { type RemovedRows, removeRows } from '../erasure/removeRows.js'
import { awaitMatching, openMatching } from '../lineages/openMatching.js'
import type { Row } from '../tables/columns.js'
import {
  compareList,
  forgetAbsence,
  type ListComparison,
  recentlyRemovedIds,
  recentlyUpdatedIds,
  removedAccountIds,
  storedIds,
  storeUnlistedAccounts,
} from './absentRows.js'
import { hasAccessChanges, withDisabledAccounts } from './accessChanges.js'
import { rereadDue } from './FeedProgress.js'
import { changeWindow, printWindow, withoutAccounts, withoutAdded, withoutOldRemoved } from './storedWindow.js'
import { announceWrites } from './userUuid.js'

/** The changes of a feed that one transaction writes. */
export interface Write {
  readonly user: string
  readonly fence: number
  readonly feed: Feed
  /** The present time, in milliseconds since 1970. */
  readonly now: number
  /** The rows to insert or update, by their ids. */
  readonly rows: ReadonlyMap<string, Row>
  /** The same rows, as the table stores them. */
  readonly storedRows: ReadonlyArray<StoredRow>
  /** The ids of the rows to remove. Rows that belong to a removed item or account are removed too. */
  readonly removedIds: ReadonlyArray<string>
  /**
   * A full list with all of `rows`. The transaction records which rows of the table the list lacks, and removes none.
   */
  readonly wholeList?: WholeList
  /**
   * For a comparison with a full list, in milliseconds since 1970: a removed row that was first absent after this time
   * is not written. A replica that lags may still list it.
   */
  readonly absentBefore?: number
  /**
   * For a comparison with a full list, in milliseconds since 1970: stored rows whose `updated_at` lies within this span
   * are not written. Updates report their later versions, and a replica that lags may list an earlier one.
   */
  readonly recentSpan?: readonly [from: number, to: number] | undefined
  /** The ids of rows that a list lacked, but that the service returned when the round requested each one by its id. */
  readonly foundIds?: ReadonlyArray<string>
  /**
   * Returns the time of the next comparison with a full list, in milliseconds since 1970, for a number of absent rows.
   */
  readonly fullSyncDue?: (absent: number) => number
  /** The user's list of accounts, in rounds that do not write it. Rows of accounts that it lacks are read again. */
  readonly accounts?: AccountList
  /** The time when a round next checks that the accounts of its rows are listed, in milliseconds since 1970. */
  readonly accountsDue?: number
  readonly isLast: boolean
  readonly bookmark: Bookmark | undefined
  /**
   * Links posted transactions to pending ones. `rows`: the rows to write. `storedById`: for each id of the batch that
   * the table already has, the stored row if the batch removes it, and otherwise `undefined`.
   */
  readonly link?: (rows: ReadonlyMap<string, Row>, storedById: ReadonlyMap<string, Row | undefined>) => PostedWindow
  /** Whether the round matches the user's accounts at its end if it has written rows. */
  readonly isMatching: boolean
  readonly extraStatements: MirrorSyncConfig['extraStatements'] | undefined
}

/** The result of one transaction. */
export interface WriteResult {
  readonly fence: number
  /** The ids of rows that are new or differ from before. */
  readonly changedIds: ReadonlyArray<string>
  /** The ids of rows of the feed that were in the table and are now removed. */
  readonly removedIds: ReadonlyArray<string>
  /** The removed rows of other feeds, which belonged to a removed item or account. */
  readonly dependents: ReadonlyArray<RemovedRows>
  /** The rows that the full list lacks. */
  readonly absent: ReadonlyArray<AbsentRow>
  /** The rows of the table within `recentSpan`, which the full list may lack because a replica lags. */
  readonly recentIds: ReadonlySet<string>
  /**
   * Whether the round must read rows again. It must if an item or account has come back, if an account is no longer
   * listed, or if the access to an account's data has changed.
   */
  readonly isRereadNeeded: boolean
  /** Whether the service may be loading rows, because an item or account is new, works again, or has returned. */
  readonly isLoading: boolean
  /** Whether an account may continue or duplicate another one, because one was added or removed. */
  readonly isMatchDue: boolean
  /** The bank transactions without a counterpart, if this write has linked some. */
  readonly window: PostedWindow | undefined
  /** The bank transactions without a counterpart, if this write has linked none and removed some. */
  readonly remainingWindow: PostedWindow | undefined
}

const idsOf = (rows: ReadonlyArray<{ readonly id?: unknown }>): ReadonlyArray<string> =>
  rows.map(({ id }) => String(id))

/** Writes the rows that are new or differ, and returns their ids. */
function* upsertRows(dialect: SqlDialect, { user, feed, storedRows }: Write): Program<ReadonlyArray<string>> {
  if (storedRows.length === 0) return []
  const columns = dialect.columns[feed]
  const values = columns.map(({ name, isKept }) =>
    isKept ? `${name} = coalesce(excluded.${name}, old.${name})` : `${name} = excluded.${name}`,
  )
  const changes = [...values, 'row = excluded.row', 'removed_at = NULL'].join(', ')
  // #sabotage: written-rows
  const conflictClause = `ON CONFLICT (user_id, id) DO UPDATE SET ${changes}
    WHERE ${dialect.rowDiffers} OR old.removed_at IS NOT NULL RETURNING id`
  const ids: Array<string> = []
  // #sabotage: stored-rows
  for (const query of dialect.upsert({ feed, columns, user, rows: storedRows, conflictClause }))
    ids.push(...idsOf(yield query))
  return ids
}

/**
 * Makes `stocks` and `transactions` due for a comparison at `due`, in milliseconds since 1970, if they are not due
 * earlier.
 */
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
 * Drops the rows of removed accounts, which the service may still send. They are read again when their account comes
 * back.
 */
function* withoutRemovedAccounts(dialect: SqlDialect, write: Write): Program<Write> {
  const { user, feed, rows, storedRows } = write
  const accountColumn = dialect.columns[feed].findIndex(({ name }) => name === 'account_id')
  if (storedRows.length === 0 || accountColumn < 0) return write
  const removedAccounts = yield* removedAccountIds(dialect, user)
  const isOfRemovedAccount = ({ values }: StoredRow): boolean => removedAccounts.has(values[accountColumn] ?? '')
  const ignoredIds = new Set(idsOf(storedRows.filter(isOfRemovedAccount)))
  if (ignoredIds.size === 0) return write
  return {
    ...write,
    rows: new Map(Array.from(rows).filter(([id]) => !ignoredIds.has(id))),
    storedRows: storedRows.filter(({ id }) => !ignoredIds.has(id)),
    // The table may have the row under another account.
    removedIds: [...write.removedIds, ...ignoredIds],
  }
}

/** For a comparison: drops the rows in `recentIds`, and removed rows that were first absent after `absentBefore`. */
function* withoutRecentRows(dialect: SqlDialect, write: Write, recentIds: ReadonlySet<string>): Program<Write> {
  const { absentBefore, rows, storedRows } = write
  if (absentBefore === undefined || storedRows.length === 0) return write
  const ids = new Set([...recentIds, ...(yield* recentlyRemovedIds(dialect, write, absentBefore))])
  if (ids.size === 0) return write
  return {
    ...write,
    rows: new Map(Array.from(rows).filter(([id]) => !ids.has(id))),
    storedRows: storedRows.filter(({ id }) => !ids.has(id)),
  }
}

/**
 * Maps each id of the batch that is already in the table to the stored row if the batch removes it, and otherwise to
 * `undefined`.
 */
function* knownRows(
  dialect: SqlDialect,
  { user, feed, rows, removedIds }: Write,
): Program<ReadonlyMap<string, Row | undefined>> {
  const matches = yield statement(
    `SELECT id, CASE WHEN ${dialect.isIn('id', '$3')} THEN CAST(row AS text) END AS row
     FROM ${dialect.table(feed)} WHERE user_id = $1 AND removed_at IS NULL AND ${dialect.isIn('id', '$2')}`,
    user,
    toStorableJson([...rows.keys(), ...removedIds]),
    toStorableJson(removedIds),
  )
  return new Map(
    matches.map(({ id, row }) => [String(id), typeof row === 'string' ? (JSON.parse(row) as Row) : undefined]),
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

/**
 * Drops removed transactions from the stored window of transactions without a counterpart, which the next link would
 * otherwise store again. Returns the new window; `undefined` if no removed row can be in it.
 */
function* forgetPosted(
  dialect: SqlDialect,
  user: string,
  removals: ReadonlyArray<RemovedRows>,
): Program<PostedWindow | undefined> {
  const idsIn = (feed: Feed) => new Set(removals.flatMap((rows) => (rows.feed === feed ? rows.removedIds : [])))
  const [accounts, transactions] = [idsIn('accounts'), idsIn('transactions')]
  if (accounts.size === 0 && transactions.size === 0) return undefined
  return yield* changeWindow(dialect, user, (window) => withoutAdded(withoutAccounts(window, accounts), transactions))
}

/** Stores the progress of the feed. A missing value does not change the stored one. */
function* storeProgress(
  { table, now }: SqlDialect,
  write: Write,
  window: PostedWindow | undefined,
  absentCount: number,
): Program<void> {
  const { user, feed, isLast, bookmark, fullSyncDue, accountsDue } = write
  const { round = 0 } = window ?? {}
  yield statement(
    `INSERT INTO ${table('checkpoints')} AS old
       (user_id, feed, bookmark, is_truncated, posted, posted_round, full_sync_due, accounts_due, moved_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, ${now}) ON CONFLICT (user_id, feed) DO UPDATE
     SET bookmark = coalesce(excluded.bookmark, old.bookmark), is_truncated = excluded.is_truncated,
       posted = coalesce(excluded.posted, old.posted),
       posted_round = CASE WHEN excluded.posted IS NULL THEN old.posted_round ELSE excluded.posted_round END,
       full_sync_due = coalesce(excluded.full_sync_due, old.full_sync_due),
       accounts_due = coalesce(excluded.accounts_due, old.accounts_due), moved_at = excluded.moved_at`,
    user,
    feed,
    bookmark === undefined ? null : printState(bookmark),
    !isLast,
    printWindow(window),
    round,
    fullSyncDue?.(absentCount) ?? null,
    accountsDue ?? null,
  )
}

/** The ids of the items whose status is not 0: the service could not refresh them. */
function* failingItems({ table }: SqlDialect, user: string): Program<ReadonlyArray<string>> {
  const rows = yield statement(
    `SELECT id FROM ${table('items')} WHERE user_id = $1 AND removed_at IS NULL AND CAST(status AS text) <> '0'`,
    user,
  )
  return rows.map(({ id }) => String(id))
}

const noComparison: ListComparison = { absent: [], hasNew: false, hasReturned: false }

/**
 * Writes rows and the progress of their feed. Throws `StaleFencingToken` if the user has another fence.
 *
 * - `keepsRows`: whether removed rows stay in the table, with `removed_at`.
 */
export function* writeRows(dialect: SqlDialect, requestedWrite: Write, keepsRows: boolean): Program<WriteResult> {
  const fence = yield* raiseFencingToken(dialect, requestedWrite.user, requestedWrite.fence)
  const write = yield* withoutDeletedItems(dialect, requestedWrite)
  const { user, feed, link, wholeList, foundIds = [], accounts, extraStatements } = write
  const previousIds = wholeList && (yield* storedIds(dialect, write))
  const previouslyFailingIds = wholeList && feed === 'items' ? yield* failingItems(dialect, user) : []
  const recentIds: ReadonlySet<string> =
    write.recentSpan === undefined ? new Set() : yield* recentlyUpdatedIds(dialect, write, write.recentSpan)
  const acceptedWrite = yield* withoutRecentRows(dialect, yield* withoutRemovedAccounts(dialect, write), recentIds)
  const linked = link?.(acceptedWrite.rows, yield* knownRows(dialect, acceptedWrite))
  const hasNewAccess = yield* hasAccessChanges(dialect, acceptedWrite)
  const changedIds = yield* upsertRows(dialect, acceptedWrite)
  yield* storeBalances(dialect, acceptedWrite, changedIds)
  // #sabotage: removed-rows
  const removal = { user, feed, column: 'id', ids: acceptedWrite.removedIds, keepsRows } as const
  const removals = yield* removeRows(dialect, removal)
  const [feedRows, ...dependentRows] = removals
  const removedIds = feedRows?.removedIds ?? []
  const window = linked && withoutOldRemoved(withoutAdded(linked, new Set(removedIds)), keepsRows)
  const remainingWindow = window ? undefined : yield* forgetPosted(dialect, user, removals)
  const hasChangedRows = feed === 'transactions' && changedIds.length + removedIds.length > 0
  if (hasChangedRows) yield* reopenProofs(dialect, user)
  if (hasChangedRows && write.isMatching) yield* awaitMatching(dialect, user, write.now)
  const isMatchDue = yield* openMatching(dialect, {
    user,
    now: write.now,
    newIds: feed === 'accounts' && previousIds ? changedIds.filter((id) => !previousIds.has(id)) : [],
    hasRemoved: removals.some((rows) => rows.feed === 'accounts' && rows.removedIds.length > 0),
  })
  const dependents = dependentRows.filter((rows) => rows.removedIds.length > 0)
  const comparison =
    wholeList && previousIds
      ? yield* compareList(
          dialect,
          write,
          { ...wholeList, recentIds: new Set([...(wholeList.recentIds ?? []), ...recentIds]) },
          previousIds,
          write.absentBefore,
        )
      : noComparison
  const { hasNew, hasReturned } = comparison
  const absent = yield* withDisabledAccounts(dialect, write, comparison.absent)
  yield* forgetAbsence(dialect, write, foundIds)
  const links = window?.links ?? []
  yield* storeLinks(dialect, user, links)
  yield* storeProgress(dialect, write, window, absent.length)
  const hasRecovered = previouslyFailingIds.some((id) => write.rows.get(id)?.status === 0)
  const isUnlisted =
    accounts !== undefined &&
    (yield* storeUnlistedAccounts(dialect, write, yield* withoutDeletedAccounts(dialect, write, accounts)))
  // A list with a row that cannot be decoded is incomplete, but still shows which accounts have changed access.
  const isRereadNeeded = hasReturned || hasNewAccess || isUnlisted
  const isLoading = isRereadNeeded || ((feed === 'items' || feed === 'accounts') && (hasNew || hasRecovered))
  if (isLoading) yield* advanceFullSync(dialect, user, isRereadNeeded ? rereadDue : write.now + loadTime)
  yield* announceWrites(
    [
      ...dependents.map((rows) => ({ user, ...rows, changedIds: [], links: [] })),
      { user, feed, changedIds, removedIds, links },
    ],
    extraStatements,
  )
  const removed = { removedIds, dependents, absent, recentIds }
  return { fence, changedIds, ...removed, isRereadNeeded, isLoading, isMatchDue, window, remainingWindow }
}
