import type { Issue } from '../../base/codec/issues.js'

/** Describes a row that the codec has refused, without the row itself. */
export interface RejectedRow {
  /** The index of the row on its page, from 0. */
  readonly index: number
  /** The paths in the row that are wrong, and what was expected there. */
  readonly issues: ReadonlyArray<Issue>
}
