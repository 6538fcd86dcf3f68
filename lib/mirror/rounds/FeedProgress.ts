import { type Bookmark, bookmark } from '../../streams/polling/Bookmark.js'
import { emptyPostedWindow, type PostedWindow } from '../../streams/polling/followPosted.js'
import type { Feed } from '../core/Feed.js'
import type { ResultRow } from '../core/Program.js'
import { decodeState } from '../core/rowText.js'
import { parseWindow } from './storedWindow.js'

/**
 * The due time of a comparison that is needed because an account has returned, or because the user has enabled or
 * disabled access to its data. It is due at once, and again after the service has loaded the rows.
 */
export const rereadDue = 0

/** How far a feed of a user was read. */
export interface FeedProgress {
  /** Where the last complete round ended; missing if there was none. */
  readonly bookmark?: Bookmark
  /** The pending and posted transactions without a counterpart yet. */
  readonly window: PostedWindow
  /**
   * When the feed is next compared with the full list of the service, in milliseconds since 1970, or {@link rereadDue};
   * missing before its first complete round.
   */
  readonly fullSyncDue?: number
  /**
   * When a round next checks whether the accounts of its rows are listed, in milliseconds since 1970; missing at first.
   */
  readonly accountsDue?: number
}

/** How far each feed of a user was read. */
export type UserProgress = ReadonlyMap<Feed, FeedProgress>

/** The progress after transactions without a counterpart were removed. */
export const withWindow = (progress: UserProgress, window: PostedWindow): UserProgress =>
  new Map(progress).set('transactions', { ...(progress.get('transactions') ?? unreadFeed), window })

/** The state of a feed that was never read. */
export const unreadFeed: FeedProgress = { window: emptyPostedWindow }

const isStored = (value: unknown): boolean => value !== null && value !== undefined

/**
 * Reads a row of the table of checkpoints.
 *
 * An interrupted round may have written rows whose hashes are not in the bookmark, and the service may then return
 * older versions of these rows. So this drops the hashes of the bookmark, and the next round writes all rows of the
 * overlap. A feed whose bookmark this version of the library cannot decode is read again from the start.
 */
export const toFeedProgress = (row: ResultRow): FeedProgress => {
  const storedBookmark = decodeState(bookmark, row.bookmark)
  const { full_sync_due: fullSyncDue, accounts_due: accountsDue } = row
  const progress = {
    window: parseWindow(row),
    ...(isStored(fullSyncDue) && { fullSyncDue: Number(fullSyncDue) }),
    ...(isStored(accountsDue) && { accountsDue: Number(accountsDue) }),
  }
  if (storedBookmark === undefined) return progress
  return {
    ...progress,
    bookmark: row.is_truncated === true || row.is_truncated === 1 ? { ...storedBookmark, rows: [] } : storedBookmark,
  }
}
