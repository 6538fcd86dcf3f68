/**
 * What must be in a row whose changes are followed: by its `id` it is known again, by `is_deleted`, or `deleted` as of
 * 2025-01-15, it was removed.
 */
export interface ChangedRow {
  readonly id: number
  readonly is_deleted?: boolean | null | undefined
  readonly deleted?: boolean | null | undefined
}

/**
 * Whether a row says that it was removed, by the name that its stage has for it: the one place that decides this.
 *
 * @example
 * import { isRemoved } from 'rxbank'
 *
 * assert.deepStrictEqual([isRemoved({ is_deleted: true }), isRemoved({ deleted: true }), isRemoved({})], [true, true, false])
 */
export const isRemoved = ({ is_deleted, deleted }: Partial<ChangedRow>): boolean =>
  is_deleted === true || deleted === true
