import { isSome } from 'fp-ts/lib/Option.js'
import { catchError, concat, concatMap, defer, EMPTY, from, ignoreElements, type Observable, throwError } from 'rxjs'
import { isClientError } from '../../base/error/ClientError.js'
import type { RejectedRow } from '../../streams/pages/decodeRows.js'
import type { Page } from '../../streams/pages/PageLink.js'
import { recentIds as recentIdsOf } from '../../streams/polling/Bookmark.js'
import { isRemoved } from '../../streams/polling/ChangedRow.js'
import { loadTime } from '../../streams/polling/confirmAbsence.js'
import { defaultOverlap } from '../../streams/polling/recentReports.js'
import type { SyncBatch } from '../../streams/polling/syncChanges.js'
import type { MirrorBatch } from '../core/Mirror.js'
import { escapeText } from '../core/rowText.js'
import { rowsById } from '../core/storedRows.js'
import type { Row } from '../tables/columns.js'
import { type FeedProgress, rereadDue } from './FeedProgress.js'
import { ComparisonFailed } from './FeedsFailed.js'
import type { UserRound } from './UserRound.js'
import { emptyEnd, toBatches, writeWholeList } from './writeWholeList.js'

/** The default time between two comparisons of a feed with its full list, in milliseconds. */
export const defaultFullSyncEvery = 24 * 60 * 60_000

/** How many milliseconds after a failed comparison the next one is due. */
const retryComparisonAfter = 60 * 60_000

/** A number from 0 to 1 that depends only on the user's id. It spreads the comparisons of many users over time. */
const spreadOf = (user: string): number =>
  Array.from(user).reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % 9973, 0) / 9973

/**
 * When a new feed is first compared with its full list, in milliseconds since 1970. It is after 0.5 to 1 times
 * `fullSyncEvery`, so that users who were added together are not compared together.
 */
export const firstFullSync = ({ config, now, fullSyncEvery }: UserRound): number =>
  Math.round(now() + fullSyncEvery * (0.5 + spreadOf(config.id) / 2))

/**
 * Whether the round must compare a feed with its full list. A due time that is too far ahead is ignored: it was stored
 * while the clock was wrong or `fullSyncEvery` was longer.
 */
export const isFullSyncDue = ({ now, fullSyncEvery, isRereadNeeded }: UserRound, progress: FeedProgress): boolean => {
  const { bookmark, fullSyncDue = 0 } = progress
  if (bookmark === undefined) return false
  return isRereadNeeded() || now() >= fullSyncDue || fullSyncDue - now() > fullSyncEvery
}

/** The time from a comparison to the next one, which is sooner while the service may be loading rows. */
const compareEvery = ({ fullSyncEvery, isLoading }: UserRound, { fullSyncDue }: FeedProgress): number =>
  isLoading() || fullSyncDue === rereadDue ? Math.min(loadTime, fullSyncEvery) : fullSyncEvery

/** Whether a row was updated before `since`. The mirror does not store such rows. */
const isEarlier = ({ updated_at }: Row, since: Date | undefined): boolean =>
  since !== undefined && updated_at instanceof Date && updated_at < since

/** The time span of `overlap` before and after a time, between the years 1970 and 9999. */
const spanAround = (time: number, overlap: number): readonly [from: number, to: number] => [
  Math.max(time - overlap, 0),
  Math.min(time + overlap, Date.UTC(9999, 11, 31)),
]

/**
 * Compares a feed with the full list of the service. It writes rows that differ or are missing. It removes rows that
 * the list lacks, once the service or a later list confirms their removal. This finds removals that no update reports,
 * for example after the service has given all rows new ids.
 *
 * A replica that lags may respond. The round's updates have reported what happened since, and later updates do not
 * report it again. So the comparison does not change rows that the round's bookmark recognizes, stored rows that were
 * updated within `overlap`, or removed rows that were first absent within `overlap`.
 *
 * Emits a batch for each page, and a last one with the `checkpoint` of the round. After an error of the client, errors
 * with `ComparisonFailed`; the next comparison is due an hour later.
 */
export const fullSync = (
  round: UserRound,
  feed: 'stocks' | 'transactions',
  progress: FeedProgress,
  { checkpoint, bookmark }: Pick<SyncBatch<object>, 'checkpoint' | 'bookmark'>,
): Observable<MirrorBatch> =>
  defer(() => {
    const interval = compareEvery(round, progress)
    const { since, limit = 500, maxPages, timeout, onInvalidRow, overlap = defaultOverlap } = round.config
    // #sabotage: recent-rows
    const recentIds = new Set(
      isSome(bookmark) ? Array.from(recentIdsOf(bookmark.value, overlap), (id) => escapeText(id)) : [],
    )
    const absentBefore = round.now() - overlap
    const position = isSome(bookmark) ? bookmark.value.position : null
    // #sabotage: recent-span
    const recentSpan = position === null ? undefined : spanAround(position.moment, overlap)
    const ids = new Set<string>()
    let userField: Pick<MirrorBatch, 'userUuid'> = {}
    const rejected: Array<RejectedRow> = []

    const writePage = ({ resources, userUuid, ...page }: Page<object>): Observable<MirrorBatch> =>
      defer(() => {
        rejected.push(...(page.rejected ?? []))
        if (userUuid !== undefined) userField = { userUuid }
        const entries = Array.from(rowsById(resources))
        const presentRows = entries.filter(([, row]) => !isRemoved(row))
        for (const [id] of presentRows) ids.add(id)
        const isOld = ([id]: readonly [string, Row]) => !recentIds.has(id)
        const removedIds = entries
          .filter(([, row]) => isRemoved(row))
          .filter(isOld)
          .map(([id]) => id)
        const rows = new Map(presentRows.filter(isOld).filter(([, row]) => !isEarlier(row, since)))
        return concat(
          round.checkUsers(userUuid === undefined ? [] : [userUuid]),
          defer(() => round.write({ feed, rows, removedIds, absentBefore, recentSpan, isLast: false })).pipe(
            concatMap((written) => from(toBatches(round, feed, written, rows, { ...emptyEnd, ...userField }))),
          ),
        )
      })

    const options = { limit, maxPages, timeout, onInvalidRow, priority: 'background' }
    const pages$ = round.user[feed].pages(options as never) as Observable<Page<object>>
    const end = () => ({ isLast: true, rejected, checkpoint, ...userField })

    /** Finishes the comparison without removing rows. */
    const endWithoutRemovals = (): Observable<MirrorBatch> => {
      const due = round.now() + interval
      return round
        .write({ feed, isLast: true, fullSyncDue: () => due })
        .pipe(concatMap((written) => from(toBatches(round, feed, written, new Map(), end()))))
    }

    // A row that could not be decoded may be any row of the table, so no row counts as absent.
    const removeAbsent$ = defer(() =>
      rejected.length > 0
        ? endWithoutRemovals()
        : writeWholeList(round, feed, {
            ...{ rows: new Map(), ids, end: end() },
            comparison: { every: interval, recentIds, absentBefore, recentSpan },
          }),
    )

    /** The pages before the failure may have been written, so the feed's round counts as interrupted. */
    const retryLater$ = defer(() => {
      const due = round.now() + Math.min(retryComparisonAfter, round.fullSyncEvery)
      return round.write({ feed, isLast: false, fullSyncDue: () => due })
    }).pipe(
      ignoreElements(),
      catchError(() => EMPTY),
    )

    return concat(pages$.pipe(concatMap(writePage)), removeAbsent$).pipe(
      catchError((error: unknown) => {
        if (!isClientError(error)) return throwError(() => error)
        if (error._tag === 'UnspecifiedOperation' || error._tag === 'UnsupportedByVersion') return endWithoutRemovals()
        return concat(
          retryLater$,
          throwError(() => new ComparisonFailed(error)),
        )
      }),
    )
  })
