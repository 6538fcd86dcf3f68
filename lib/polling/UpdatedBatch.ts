import type { Option } from 'fp-ts/lib/Option.js'
import type { Issue } from '../codec/issues.js'

/** A row that the codec refused: its index on the page, and what was expected at which path in it. Never the row. */
export interface RejectedRow {
  readonly index: number
  readonly issues: ReadonlyArray<Issue>
}

/**
 * A page of what has changed.
 *
 * - `resources`: rows that were created, updated or deleted, without those that were handed out as they are before.
 * - `rejected`: rows among them that could not be decoded, with `onInvalidRow: 'report'`.
 * - `checkpoint`: on the last batch of a round, the moment that a watcher goes on from; `None` on the others, and while
 *   no such moment is known.
 * - `isLast`: whether it is the last batch of a round, with which all that had changed has been handed out.
 */
export interface UpdatedBatch<A> {
  readonly resources: ReadonlyArray<A>
  readonly rejected: ReadonlyArray<RejectedRow>
  readonly checkpoint: Option<Date>
  readonly isLast: boolean
}
