import { catchError, defer, EMPTY, expand, ignoreElements, type Observable, reduce, tap } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import type { PreparedTables } from '../core/prepareTables.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import { deleteOldChanges, deletionSize } from './changeLog.js'

const hour = 3_600_000

/** How long changes are stored by default, in milliseconds. */
const defaultKeepFor = 30 * 24 * hour

/** Deletes the changes of the log that are too old. */
export interface ChangeRetention {
  /** Deletes all changes that are too old: emits how many it deleted, and completes. */
  readonly deleteAll: () => Observable<number>
  /**
   * Deletes some changes that are too old. If there are no more, it runs at most once an hour. Completes even after a
   * failure: a round after an hour tries again.
   */
  readonly deleteSome: () => Observable<never>
}

/** Creates the retention of a mirror's change log. */
export const changeRetention = (
  dialect: SqlDialect,
  run: PreparedTables['run'],
  { monotonic }: Pick<Clock, 'monotonic'>,
  keepFor = defaultKeepFor,
): ChangeRetention => {
  let due = -Infinity
  const deletePart = () => run(() => deleteOldChanges(dialect, keepFor))

  return {
    deleteAll: () =>
      defer(deletePart).pipe(
        expand((count) => (count < deletionSize ? EMPTY : deletePart())),
        reduce((total, count) => total + count, 0),
      ),
    deleteSome: () =>
      defer(() => {
        if (monotonic() < due) return EMPTY
        due = monotonic() + hour
        return deletePart().pipe(
          tap((count) => {
            if (count >= deletionSize) due = -Infinity
          }),
          ignoreElements(),
          catchError(() => EMPTY),
        )
      }),
  }
}
