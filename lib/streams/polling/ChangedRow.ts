import type { Assumed } from '../../base/codec/assumed.js'
import type { RemovalFlag } from '../../service/model/RemovedRow.js'

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
 * Whether a row says that it was removed, in the field that its stage has for this. Of a {@link RemovedRow} only the `id`
 * is certain; any other row of a list of changes is whole.
 *
 * @example
 * import { isRemoved } from 'rxbank'
 *
 * assert.deepStrictEqual([isRemoved({ is_deleted: true }), isRemoved({ deleted: true }), isRemoved({})], [true, true, false])
 */
export const isRemoved = <R extends Partial<ChangedRow>>(row: R): row is R & RemovalFlag =>
  row.is_deleted === true || row.deleted === true
