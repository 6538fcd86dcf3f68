import { isRight, toUnion } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { parseJson } from '../codec/parseJson.js'
import { type Bookmark, bookmark } from '../polling/Bookmark.js'
import { emptyPostedWindow, type PostedWindow, postedWindow } from '../polling/PostedWindow.js'
import type { Feed } from './Feed.js'
import type { ResultRow } from './Program.js'

/** Where a feed of a user stands; of a feed that was never written nothing is known. */
export interface Standing {
  /** Where the last whole round ended. */
  readonly bookmark?: Bookmark
  /** The transactions that wait for their counterpart. */
  readonly window: PostedWindow
}

/** Where the feeds of a user stand. */
export type Standings = ReadonlyMap<Feed, Standing>

/** What was never written. */
export const unknown: Standing = { window: emptyPostedWindow }

/** A value that was kept as JSON; none where this version cannot read it: then all is read again, and nothing is lost. */
const readAs = <A>(codec: t.Type<A, unknown>, text: unknown): A | undefined => {
  if (typeof text !== 'string') return undefined
  const value = codec.decode(toUnion(parseJson(text)))
  return isRight(value) ? value.right : undefined
}

/**
 * Reads a row of the checkpoints. Of a round that was cut off some rows are here that the bookmark does not know. What the
 * service shows from then on may be older than they are, so all rows of the overlap must come again.
 */
export const standingOf = (row: ResultRow): Standing => {
  const kept = readAs(bookmark, row.bookmark)
  const window = { ...(readAs(postedWindow, row.posted) ?? emptyPostedWindow), round: Number(row.posted_round) }
  if (kept === undefined) return { window }
  return { bookmark: row.is_cut === true || row.is_cut === 1 ? { ...kept, rows: [] } : kept, window }
}
