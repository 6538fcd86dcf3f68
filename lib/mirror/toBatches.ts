import { none } from 'fp-ts/lib/Option.js'
import type { Feed } from './Feed.js'
import type { MirrorBatch } from './Mirror.js'
import type { UserRound } from './UserRound.js'
import type { Written } from './write.js'

/** What a batch has beside what was written. */
export type BatchEnd = Pick<MirrorBatch, 'isLast' | 'rejected' | 'checkpoint'>

/** The end of a batch that is not the last of its feed. */
export const between: BatchEnd = { isLast: false, rejected: [], checkpoint: none }

/** The batches of a transaction: those of rows of other feeds that went with removed rows, then that of its feed. */
export const toBatches = (
  { config }: UserRound,
  feed: Feed,
  { fence, changed, removed, others, window }: Written,
  end: BatchEnd,
): ReadonlyArray<MirrorBatch> => {
  const user = config.id
  return [
    ...others.map((rows) => ({ user, ...rows, changed: [], links: [], fence, ...between })),
    { user, feed, changed, removed, links: window?.links ?? [], fence, ...end },
  ]
}
