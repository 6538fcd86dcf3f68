/** A row as an answer has it. */
export interface WireRow {
  readonly id: number
  readonly updated_at?: unknown
}

/** What a row was made or changed to: since when in true time, its stamp, and as it was shown, once it was. */
export interface Version {
  readonly since: number
  readonly stamp: number
  shown?: WireRow
}
