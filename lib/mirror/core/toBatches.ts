import { none } from 'fp-ts/lib/Option.js'
import { isInexact, type Row } from './columns.js'
import type { Feed } from './Feed.js'
import type { MirrorBatch } from './Mirror.js'
import type { RemovedRows } from './removeRows.js'
import type { UserRound } from './UserRound.js'
import type { WriteResult } from './writeRows.js'

/** The fields of a batch that do not depend on the rows written. */
export type BatchEnd = Pick<MirrorBatch, 'isLast' | 'rejected' | 'checkpoint' | 'userUuid'>

/** These fields for a batch that is not the last of its feed. */
export const emptyEnd: BatchEnd = { isLast: false, rejected: [], checkpoint: none }

/** The batch of rows that were removed with rows of another feed, or with their user. */
export const removedBatch = (
  user: string,
  { feed, removedIds }: RemovedRows,
  fence: number,
  userUuid: string | undefined,
): MirrorBatch => {
  const userField = userUuid === undefined ? {} : { userUuid }
  return { user, feed, changedIds: [], removedIds, links: [], inexactIds: [], fence, ...emptyEnd, ...userField }
}

/**
 * The batches of a transaction that wrote `rows` of `feed`. Batches of dependent rows, which were removed with rows of the
 * feed, come first.
 */
export const toBatches = (
  { config }: UserRound,
  feed: Feed,
  { fence, changedIds, removedIds, dependents, window }: WriteResult,
  rows: ReadonlyMap<string, Row>,
  { isLast, rejected, checkpoint, userUuid }: BatchEnd,
): ReadonlyArray<MirrorBatch> => {
  const user = config.id
  const inexactIds = changedIds.filter((id) => isInexact(feed, rows.get(id) ?? {}))
  const userField = userUuid === undefined ? {} : { userUuid }
  const links = window?.links ?? []
  return [
    ...dependents.map((dependent) => removedBatch(user, dependent, fence, userUuid)),
    { user, feed, changedIds, removedIds, links, inexactIds, fence, isLast, rejected, checkpoint, ...userField },
  ]
}
