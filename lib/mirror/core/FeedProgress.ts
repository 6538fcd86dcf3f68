import { isRight, toUnion } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { parseJson } from '../../base/codec/parseJson.js'
import { type Bookmark, bookmark } from '../../streams/polling/Bookmark.js'
import { emptyPostedWindow, type PostedWindow, postedWindow } from '../../streams/polling/PostedWindow.js'
import type { Feed } from './Feed.js'
import type { ResultRow } from './Program.js'
import { parseState } from './rowText.js'

/** How far a feed of a user was read; the bookmark is missing if no round of it has ended yet. */
export interface FeedProgress {
  /** Where the last complete round ended. */
  readonly bookmark?: Bookmark
  /** The transactions whose counterpart, pending or posted, was not found yet. */
  readonly window: PostedWindow
  /**
   * When the feed is next compared with the whole list of the service, in milliseconds since 1970; missing if no round of
   * it has ended yet.
   */
  readonly fullSyncDue?: number
  /** When a round that does not read the accounts next looks for those of its rows; missing before the first look. */
  readonly accountsDue?: number
}

/** How far each feed of a user was read. */
export type UserProgress = ReadonlyMap<Feed, FeedProgress>

/** The state of a feed that was never read. */
export const unreadFeed: FeedProgress = { window: emptyPostedWindow }

/**
 * Decodes a value that was stored as JSON; `undefined` if this version cannot read it. Everything is then read again,
 * and nothing is lost.
 */
const decodeStored = <A>(codec: t.Type<A, unknown>, text: unknown): A | undefined => {
  if (typeof text !== 'string') return undefined
  const value = codec.decode(parseState(toUnion(parseJson(text))))
  return isRight(value) ? value.right : undefined
}

const isStored = (value: unknown): boolean => value !== null && value !== undefined

/**
 * Reads a row of the table of checkpoints.
 *
 * If a round was interrupted, the table of its feed has rows that the bookmark does not know. The service may then
 * answer with older versions of these rows. So the hashes of the bookmark are dropped, and all rows of the overlap are
 * written again.
 */
export const toFeedProgress = (row: ResultRow): FeedProgress => {
  const stored = decodeStored(bookmark, row.bookmark)
  const window = { ...(decodeStored(postedWindow, row.posted) ?? emptyPostedWindow), round: Number(row.posted_round) }
  const { full_sync_due: fullSyncDue, accounts_due: accountsDue } = row
  const progress = {
    window,
    ...(isStored(fullSyncDue) && { fullSyncDue: Number(fullSyncDue) }),
    ...(isStored(accountsDue) && { accountsDue: Number(accountsDue) }),
  }
  if (stored === undefined) return progress
  return { ...progress, bookmark: row.is_cut === true || row.is_cut === 1 ? { ...stored, rows: [] } : stored }
}
