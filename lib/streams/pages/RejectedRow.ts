import type { Issue } from '../../base/codec/issues.js'

/** A row that the codec refused. It never has the row itself. */
export interface RejectedRow {
  /** The index of the row on its page, from 0. */
  readonly index: number
  /** Paths in the row, with what was expected at each. */
  readonly issues: ReadonlyArray<Issue>
}
