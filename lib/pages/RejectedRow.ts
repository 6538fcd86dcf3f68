import type { Issue } from '../codec/issues.js'

/**
 * A row that the codec refused: its index on the page, and paths in it with what was expected at each; never the row
 * itself.
 */
export interface RejectedRow {
  readonly index: number
  readonly issues: ReadonlyArray<Issue>
}
