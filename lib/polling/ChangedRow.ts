/** What must be in a row whose changes are followed: by its `id` it is known again, by `is_deleted` it was removed. */
export interface ChangedRow {
  readonly id: number
  readonly is_deleted?: boolean | null | undefined
}

/** Whether a row says that it was removed: the one place that decides this. */
export const isRemoved = ({ is_deleted }: ChangedRow): boolean => is_deleted === true
