import type { Assumed } from '../../../lib/index.js'

/** A row of a list of updated resources, as it was handed to a consumer. */
export interface Row {
  readonly id: number
  /** Absent where the service did not say it. */
  readonly updated_at?: Assumed<Date> | null | undefined
  readonly is_deleted?: Assumed<boolean> | null | undefined
}

/** When a row was updated, where it says so. */
export const stampOf = ({ updated_at }: Row): number | undefined =>
  updated_at instanceof Date ? updated_at.getTime() : undefined
