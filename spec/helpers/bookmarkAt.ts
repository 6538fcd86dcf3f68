import type { Bookmark } from '../../lib/streams/polling/Bookmark.js'

/** A bookmark of the list of `feed.ts` whose time no response has confirmed yet. */
export const bookmarkAt = (time: number): Bookmark => ({
  format: 1,
  list: '/v2/stocks/updated',
  position: { moment: time, anchor: time, at: time, isDoubted: true },
  rows: [],
})

/** The checkpoint of a bookmark, `-` where it has none. */
export const checkpointOf = ({ position }: Bookmark): string =>
  position === null ? '-' : new Date(position.moment).toISOString()
