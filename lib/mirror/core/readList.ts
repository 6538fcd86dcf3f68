import { defer, EMPTY, map, type Observable, toArray } from 'rxjs'
import type { RejectedRow } from '../../streams/pages/decodeRows.js'
import type { Page } from '../../streams/pages/PageLink.js'
import type { Row } from './columns.js'
import type { MirrorSource, MirrorSyncConfig } from './Mirror.js'

/** A list with all its pages. */
export interface CompleteList {
  readonly rows: ReadonlyArray<Row>
  /** The rows that were omitted because they cannot be decoded. If there are any, no row of the table counts as absent. */
  readonly rejected: ReadonlyArray<RejectedRow>
  /** The uuids of the users to whom the pages belong: none if unknown, several if the user was replaced meanwhile. */
  readonly userUuids: ReadonlyArray<string>
}

/** Reads a list of a user to its end. */
export const readList = (
  user: MirrorSource<never>,
  feed: 'items' | 'accounts',
  { limit = 500, maxPages, timeout, onInvalidRow }: MirrorSyncConfig,
): Observable<CompleteList> =>
  defer(() => {
    const rejected: Array<RejectedRow> = []
    const userUuids = new Set<string>()
    const recordPage = (page: Page<unknown>) => {
      rejected.push(...(page.rejected ?? []))
      if (page.userUuid !== undefined) userUuids.add(page.userUuid)
      return EMPTY
    }
    const options = { limit, maxPages, timeout, onInvalidRow, pace: recordPage }
    const rows$ = user[feed].all(options as never) as Observable<Row>
    return rows$.pipe(
      toArray(),
      map((rows) => ({ rows, rejected, userUuids: Array.from(userUuids) })),
    )
  })
