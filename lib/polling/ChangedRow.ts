import type { Assumed } from '../codec/assumed.js'

/**
 * The fields that a row must have for its changes to be followed: its `id`; and whether it was removed, in
 * `is_deleted`, or in `deleted` as of 2025-01-15, where that is `true`.
 */
export interface ChangedRow {
  readonly id: number
  readonly is_deleted?: Assumed<boolean> | null | undefined
  readonly deleted?: Assumed<boolean> | null | undefined
}

/**
 * Whether a row says that it was removed, in the field that its stage has for this.
 *
 * @example
 * import { isRemoved } from 'rxbank'
 *
 * assert.deepStrictEqual([isRemoved({ is_deleted: true }), isRemoved({ deleted: true }), isRemoved({})], [true, true, false])
 */
export const isRemoved = ({ is_deleted, deleted }: Partial<ChangedRow>): boolean =>
  is_deleted === true || deleted === true
