import type { Option } from 'fp-ts/lib/Option.js'
import { catchError, concat, concatMap, defer, EMPTY, from, ignoreElements, type Observable, throwError } from 'rxjs'
import { isClientError } from '../error/ClientError.js'
import { textHash } from '../hash/textHash.js'
import type { Connection } from '../http/Connection.js'
import type { Page } from '../pages/Page.js'
import { isRemoved } from '../polling/ChangedRow.js'
import type { Row } from './columns.js'
import type { MirrorBatch, MirrorSource } from './Mirror.js'
import { readyRows } from './readyRows.js'
import { rowsById } from './rowsById.js'
import type { Standing } from './Standing.js'
import { between, toBatches } from './toBatches.js'
import type { UserRound } from './UserRound.js'
import { writeWhole } from './writeWhole.js'

/** The time between two comparisons of a feed with its whole list, unless the settings have another. */
export const defaultFullSyncEvery = 24 * 60 * 60_000

/** How long after a comparison that failed the next one is due. */
const pauseAfterFailure = 60 * 60_000

/**
 * When a feed that was read for the first time is compared with its whole list: after between half the time and all of it,
 * so that the comparisons of many users who began at once are spread.
 */
export const firstFullSync = ({ config, now, fullSyncEvery }: UserRound): number =>
  Math.round(now() + fullSyncEvery * (0.5 + (textHash(config.id) % 1000) / 2000))

/** Whether a feed is to be compared with its whole list. A moment that no setting explains comes from another clock. */
export const isFullSyncDue = ({ now, fullSyncEvery, hasReturned }: UserRound, standing: Standing): boolean => {
  const { bookmark, fullSyncDue = 0 } = standing
  if (bookmark === undefined) return false
  return hasReturned() || now() >= fullSyncDue || fullSyncDue - now() > fullSyncEvery
}

/** The user's lists, with requests that wait for those of somebody who waits. */
const inBackground = (user: MirrorSource<never>): MirrorSource<never> => {
  const { through } = user as MirrorSource<never> & {
    readonly through?: (change: (connection: Connection) => Connection) => MirrorSource<never>
  }
  const toBackground = (connection: Connection): Connection => ({
    ...connection,
    http: (request) => connection.http({ ...request, priority: 'background' }),
  })
  return through?.(toBackground) ?? user
}

/** Whether a row was updated before the moment that the mirror begins with, so that the mirror does not have it. */
const isEarlier = ({ updated_at }: Row, since: Date | undefined): boolean =>
  since !== undefined && updated_at instanceof Date && updated_at < since

/**
 * Compares a feed with the whole list of the service: writes rows that differ or are missing, and removes those that the
 * list does not show, once it is confirmed that they are gone. So rows go whose removal the feed has not told, as where
 * all ids were issued anew.
 *
 * Emits a batch for each page, and a last one with the `checkpoint` of the round. An error of the service is the
 * stream's; the next comparison is due an hour later.
 */
export const fullSync = (
  round: UserRound,
  feed: 'stocks' | 'transactions',
  checkpoint: Option<Date>,
): Observable<MirrorBatch> =>
  defer(() => {
    const { since, limit = 500, maxPages, timeout, onInvalidRow } = round.config
    const ids = new Set<string>()
    const end = { isLast: true, rejected: [], checkpoint }
    const nothing = { feed, live: new Map<string, Row>(), ready: [], removed: [], bookmark: undefined }

    const writePage = ({ resources }: Page<object>): Observable<MirrorBatch> =>
      defer(() => {
        const all = Array.from(rowsById(resources))
        const gone = all.filter(([, row]) => isRemoved(row)).map(([id]) => id)
        const shown = all.filter(([, row]) => !isRemoved(row))
        for (const [id] of shown) ids.add(id)
        const live = new Map(shown.filter(([, row]) => !isEarlier(row, since)))
        return round
          .write({ ...nothing, live, ready: readyRows(feed, live), removed: gone, isLast: false })
          .pipe(concatMap((written) => from(toBatches(round, feed, written, between))))
      })

    const list = inBackground(round.user)[feed]
    const pages$ = list.pages({ limit, maxPages, timeout } as never) as Observable<Page<object>>
    const compared$ = defer(() => writeWhole(round, feed, { rows: nothing.live, ids, end, every: round.fullSyncEvery }))
    const postponed$ = defer(() => {
      const due = round.now() + pauseAfterFailure
      return round.write({ ...nothing, isLast: false, fullSyncDue: () => due })
    })

    return concat(pages$.pipe(concatMap(writePage)), compared$).pipe(
      catchError((error: unknown) => {
        const failed$ = throwError(() => error)
        if (!isClientError(error)) return failed$
        // With `report` a row that cannot be decoded must not end the round; what the list lacks is then not known.
        const isReported = error._tag === 'DecodeError' && error.reason === 'shape' && onInvalidRow === 'report'
        if (isReported) return postponed$.pipe(concatMap((written) => from(toBatches(round, feed, written, end))))
        return concat(postponed$.pipe(ignoreElements(), catchError(() => EMPTY)), failed$)
      }),
    )
  })
