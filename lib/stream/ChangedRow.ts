/** What a row of a feed must have to be told from others, and a removal from a change. */
export interface ChangedRow {
  readonly id: number
  readonly is_deleted?: boolean | null | undefined
}

/** Whether a row says that it was removed. Whatever keeps rows asks this. */
export const isRemoved = ({ is_deleted }: ChangedRow): boolean => is_deleted === true
