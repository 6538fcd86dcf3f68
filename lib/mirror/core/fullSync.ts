import type { Option } from 'fp-ts/lib/Option.js'
import { catchError, concat, concatMap, defer, EMPTY, from, ignoreElements, type Observable, throwError } from 'rxjs'
import { isClientError } from '../../base/error/ClientError.js'
import type { HttpRequest } from '../../http/HttpRequest.js'
import type { Page } from '../../streams/pages/Page.js'
import type { RejectedRow } from '../../streams/pages/RejectedRow.js'
import { isRemoved } from '../../streams/polling/ChangedRow.js'
import type { Row } from './columns.js'
import type { FeedProgress } from './FeedProgress.js'
import { ComparisonFailed } from './FeedsFailed.js'
import type { MirrorBatch, MirrorSource } from './Mirror.js'
import { rowsById } from './rowsById.js'
import { notLast, toBatches } from './toBatches.js'
import type { UserRound } from './UserRound.js'
import { writeWhole } from './writeWhole.js'

/** The default time between two comparisons of a feed with its whole list, in milliseconds. */
export const defaultFullSyncEvery = 24 * 60 * 60_000

/** How long after a failed comparison the next one is due, in milliseconds. */
const pauseAfterFailure = 60 * 60_000

/** A fixed number from 0 to 1 for each user, by which the comparisons of many users are spread. */
const shareOf = (user: string): number =>
  Array.from(user).reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % 9973, 0) / 9973

/**
 * When a feed that was read for the first time is compared with its whole list: after half of `fullSyncEvery` to all of it,
 * so that the comparisons of users who were added together are spread.
 */
export const firstFullSync = ({ config, now, fullSyncEvery }: UserRound): number =>
  Math.round(now() + fullSyncEvery * (0.5 + shareOf(config.id) / 2))

/**
 * Whether a feed is to be compared with its whole list. A due time that is too far ahead was stored when the clock was wrong,
 * or by another setting.
 */
export const isFullSyncDue = ({ now, fullSyncEvery, isRereadNeeded }: UserRound, progress: FeedProgress): boolean => {
  const { bookmark, fullSyncDue = 0 } = progress
  if (bookmark === undefined) return false
  return isRereadNeeded() || now() >= fullSyncDue || fullSyncDue - now() > fullSyncEvery
}

/** The same client of a user with requests of the priority `background`. */
export const withBackgroundPriority = (user: MirrorSource<never>): MirrorSource<never> => {
  const { through } = user as Partial<Derivable>
  return through?.(toBackground) ?? user
}

/** The sender of requests of a client. */
interface Sender {
  readonly http: (request: HttpRequest) => Observable<unknown>
}

/** A user's client whose sender can be changed. */
interface Derivable {
  readonly through: (change: <S extends Sender>(sender: S) => S) => MirrorSource<never>
}

const toBackground = <S extends Sender>(sender: S): S => ({
  ...sender,
  http: (request: HttpRequest) => sender.http({ ...request, priority: 'background' }),
})

/** Whether a row was updated before the moment that the mirror begins with, so that the mirror does not have it. */
const isEarlier = ({ updated_at }: Row, since: Date | undefined): boolean =>
  since !== undefined && updated_at instanceof Date && updated_at < since

/**
 * Compares a feed with the whole list of the service: writes rows that differ or are missing, and removes rows that the list
 * lacks, once it is confirmed that they are gone. This finds removals that no update reports, as when the service issues all
 * ids anew.
 *
 * Emits a batch for each page, and a last one with the `checkpoint` of the round. After an error of the client,
 * errors with `ComparisonFailed`; the next comparison is due an hour later.
 */
export const fullSync = (
  round: UserRound,
  feed: 'stocks' | 'transactions',
  checkpoint: Option<Date>,
): Observable<MirrorBatch> =>
  defer(() => {
    const { since, limit = 500, maxPages, timeout, onInvalidRow } = round.config
    const ids = new Set<string>()
    let whose: Pick<MirrorBatch, 'userUuid'> = {}
    const rejected: Array<RejectedRow> = []

    const writePage = ({ resources, userUuid, ...page }: Page<object>): Observable<MirrorBatch> =>
      defer(() => {
        rejected.push(...(page.rejected ?? []))
        if (userUuid !== undefined) whose = { userUuid }
        const all = Array.from(rowsById(resources))
        const removed = all.filter(([, row]) => isRemoved(row)).map(([id]) => id)
        const shown = all.filter(([, row]) => !isRemoved(row))
        for (const [id] of shown) ids.add(id)
        const live = new Map(shown.filter(([, row]) => !isEarlier(row, since)))
        return concat(
          round.checkUsers(userUuid === undefined ? [] : [userUuid]),
          defer(() => round.write({ feed, live, removed, isLast: false })).pipe(
            concatMap((written) => from(toBatches(round, feed, written, live, { ...notLast, ...whose }))),
          ),
        )
      })

    const list = withBackgroundPriority(round.user)[feed]
    const pages$ = list.pages({ limit, maxPages, timeout, onInvalidRow } as never) as Observable<Page<object>>
    const end = () => ({ isLast: true, rejected, checkpoint, ...whose })

    /** Ends the comparison without removing rows. */
    const endWithoutRemovals = (): Observable<MirrorBatch> => {
      const due = round.now() + round.fullSyncEvery
      return round
        .write({ feed, isLast: true, fullSyncDue: () => due })
        .pipe(concatMap((written) => from(toBatches(round, feed, written, new Map(), end()))))
    }

    // The rows that could not be decoded may be any of those that the table has, so nothing counts as absent.
    const removeAbsent$ = defer(() =>
      rejected.length > 0
        ? endWithoutRemovals()
        : writeWhole(round, feed, { rows: new Map(), ids, end: end(), every: round.fullSyncEvery }),
    )

    /** The table may have rows of the pages before the failure, so the feed's round counts as interrupted. */
    const retryLater$ = defer(() => {
      const due = round.now() + Math.min(pauseAfterFailure, round.fullSyncEvery)
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
