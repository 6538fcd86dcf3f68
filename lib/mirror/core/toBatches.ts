import { none } from 'fp-ts/lib/Option.js'
import { isInexact, type Row } from './columns.js'
import type { Feed } from './Feed.js'
import type { MirrorBatch } from './Mirror.js'
import type { RemovedRows } from './removeRows.js'
import type { UserRound } from './UserRound.js'
import type { WriteResult } from './writeRows.js'

/** What a batch has beside what was written. */
export type BatchEnd = Pick<MirrorBatch, 'isLast' | 'rejected' | 'checkpoint' | 'userUuid'>

/** The end of a batch that is not the last of its feed. */
export const notLast: BatchEnd = { isLast: false, rejected: [], checkpoint: none }

/** The batch of rows of a feed that were removed with rows of another feed, or with their user. */
export const removedBatch = (
  user: string,
  { feed, removed }: RemovedRows,
  fence: number,
  userUuid: string | undefined,
): MirrorBatch => {
  const whose = userUuid === undefined ? {} : { userUuid }
  return { user, feed, changed: [], removed, links: [], inexact: [], fence, ...notLast, ...whose }
}

/**
 * The batches of a transaction that wrote these rows: those of rows of other feeds that went with removed rows, then that
 * of its feed.
 */
export const toBatches = (
  { config }: UserRound,
  feed: Feed,
  { fence, changed, removed, others, window }: WriteResult,
  rows: ReadonlyMap<string, Row>,
  { isLast, rejected, checkpoint, userUuid }: BatchEnd,
): ReadonlyArray<MirrorBatch> => {
  const user = config.id
  const inexact = changed.filter((id) => isInexact(feed, rows.get(id) ?? {}))
  const whose = userUuid === undefined ? {} : { userUuid }
  const links = window?.links ?? []
  return [
    ...others.map((rows) => removedBatch(user, rows, fence, userUuid)),
    { user, feed, changed, removed, links, inexact, fence, isLast, rejected, checkpoint, ...whose },
  ]
}
