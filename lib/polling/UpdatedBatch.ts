import type { Option } from 'fp-ts/lib/Option.js'
import type { Issue } from '../codec/issues.js'
import type { Changed } from '../model/RemovedRow.js'

/**
 * A row that the codec refused: its index on the page, and paths in it with what was expected at each; never the row
 * itself.
 */
export interface RejectedRow {
  readonly index: number
  readonly issues: ReadonlyArray<Issue>
}

/**
 * A page of changes.
 *
 * - `resources`: rows that were created, updated or deleted, without those that were emitted unchanged before. A row
 *   that was deleted may have nothing but its `id`; `isRemoved` tells.
 * - `rejected`: rows among them that could not be decoded, with `onInvalidRow: 'report'`.
 * - `checkpoint`: on the last batch of a round, the moment from which a watcher can go on; `None` on other batches, and
 *   if no such moment is known.
 * - `isLast`: whether it is the last batch of a round, so that all changes were emitted.
 */
export interface UpdatedBatch<A> {
  readonly resources: ReadonlyArray<Changed<A>>
  readonly rejected: ReadonlyArray<RejectedRow>
  readonly checkpoint: Option<Date>
  readonly isLast: boolean
}
