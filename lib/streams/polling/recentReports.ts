import type { Clock } from '../../base/clock/Clock.js'
import { type ChangedRow, isRemoved } from './ChangedRow.js'

/** The default of `overlap`. */
export const defaultOverlap = 5 * 60_000

/** The reports about rows within `overlap`. */
export interface RecentReports {
  /** Records that the service has just reported these rows. */
  readonly record: (rows: Iterable<ChangedRow>) => void
  /** Forgets the reports from `overlap` ago or earlier. */
  readonly forgetOld: () => void
  /**
   * The last report about a row: that it is `present`, in some version, or was `removed`; `undefined` if it is
   * forgotten.
   */
  readonly last: (id: number) => 'present' | 'removed' | undefined
}

/**
 * Remembers reports for `overlap` milliseconds. Replicas lag by less, so afterwards they all have the reported state.
 * Until then, a list may contain an earlier version of the row, or a removed row.
 */
export const recentReports = (clock: Clock, overlap: number): RecentReports => {
  /** In the order of their times. */
  const reports = new Map<number, { readonly at: number; readonly isRemoval: boolean }>()
  return {
    record: (rows) => {
      const at = clock.monotonic()
      for (const row of rows) {
        reports.delete(row.id)
        reports.set(row.id, { at, isRemoval: isRemoved(row) })
      }
    },
    forgetOld: () => {
      const newestOld = clock.monotonic() - overlap
      for (const [id, { at }] of reports) {
        if (at > newestOld) return
        reports.delete(id)
      }
    },
    last: (id) => {
      const report = reports.get(id)
      return report && (report.isRemoval ? 'removed' : 'present')
    },
  }
}
