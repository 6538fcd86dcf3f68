import type { Option } from 'fp-ts/lib/Option.js'
import type { Issue } from '../codec/issues.js'

/** A row that the codec refused: its place on the page, and what was expected where in it. Never the row. */
export interface RejectedRow {
  readonly index: number
  readonly issues: ReadonlyArray<Issue>
}

/**
 * What changed, a page of it.
 *
 * - `resources`: those created, updated or deleted, without what was seen before.
 * - `rejected`: rows among them that could not be decoded, with `onInvalidRow: 'report'`.
 * - `checkpoint`: on the last batch of a round, the moment from which the next one asks; `None` on the others,
 *   and until anything is known.
 * - `isLast`: whether it is the last batch of a round: with it, all that had changed was told.
 */
export interface UpdatedBatch<A> {
  readonly resources: ReadonlyArray<A>
  readonly rejected: ReadonlyArray<RejectedRow>
  readonly checkpoint: Option<Date>
  readonly isLast: boolean
}
