import type { Assumed } from '../../base/codec/assumed.js'
import type { RemovalFlag } from '../../service/model/RemovedRow.js'

/**
 * The fields of a row that a watcher needs: its `id`, and `is_deleted: true` for a removed row, or `deleted: true` as
 * of 2025-01-15.
 */
export interface ChangedRow {
  readonly id: number
  readonly is_deleted?: Assumed<boolean> | null | undefined
  readonly deleted?: Assumed<boolean> | null | undefined
}

/**
 * Whether a row is marked as removed, by the flag of its API version. A {@link RemovedRow} may have no field except its
 * `id`; any other row of a list of changes is complete.
 *
 * @example
 * import { isRemoved } from 'rxbank'
 *
 * const rows = [{ is_deleted: true }, { deleted: true }, {}]
 * assert.deepStrictEqual(rows.map(isRemoved), [true, true, false])
 */
export const isRemoved = <R extends Partial<ChangedRow>>(row: R): row is R & RemovalFlag =>
  row.is_deleted === true || row.deleted === true
