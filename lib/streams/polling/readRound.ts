import { isSome, map as mapOption, none, some } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { catchError, concat, defer, ignoreElements, type Observable, of, retry, throwError } from 'rxjs'
import { delay } from '../../base/clock/delay.js'
import type { ClientError } from '../../base/error/ClientError.js'
import { wrongOption } from '../../base/error/decodeOptions.js'
import { isServiceStatus } from '../../base/error/foreignResponse.js'
import type { EventWatcher } from '../../base/event/ClientEvent.js'
import type { Connection } from '../../http/Connection.js'
import type { Http, Policy } from '../../http/Http.js'
import { requestedWait } from '../../http/retryAfter.js'
import type { ListRequest } from '../../service/api/Request.js'
import { hasInexactAmount } from '../../service/model/minorUnits.js'
import { changeOf, type UpdatedRow } from '../../service/model/RemovedRow.js'
import { decodeRows, emitRejected, rowsError } from '../pages/decodeRows.js'
import { type FetchedPage, fetchUndecoded } from '../pages/fetchPage.js'
import { defaultMaxPages, noPace, readPages } from '../pages/readPages.js'
import { reportDifferingFields } from '../send/decodeResponse.js'
import { type ChangedRow, isRemoved } from './ChangedRow.js'
import type { ChangesConfig, UpdatedBatch } from './ChangesConfig.js'
import type { RowOwner } from './rowOwner.js'
import { type SeenRows, updatedAt, type VersionKind } from './seenRows.js'
import type { Watermark } from './Watermark.js'

/** The statuses of a page whose cursor the service has forgotten. */
const forgottenCursorStatuses = [400, 404, 410]

/**
 * The statuses of a first page whose `since` the service refuses, for example because it does not store updates that
 * long.
 */
const refusedSinceStatuses = [400, 410, 422]

/** Why a round starts again, and the maximum number of times. */
const maxRestarts = {
  /** The watermark proved to be ahead of the service's clock. */
  ahead: Infinity,
  /** The service has forgotten the cursor of a page. */
  cursor: 2,
  /**
   * The service refuses a `since` that is not the configured start. It may have another reason to refuse the request.
   */
  since: 1,
  /** A response belongs to a new user. After more restarts, the tokens belong to several users. */
  user: 2,
}

/** Stops an attempt at a round, which may start again. */
class Restart extends Error {
  constructor(
    readonly reason: keyof typeof maxRestarts,
    readonly error: ClientError,
  ) {
    super()
  }
}

/** The parts that a round needs. */
export interface Round<A> {
  readonly operation: string
  /** The watcher of the round, if there is one. */
  readonly eventWatcher?: EventWatcher
  /** Creates the request for the updates since the watermark; called for each attempt. */
  readonly request: () => ListRequest<A>
  readonly http: Http
  readonly watermark: Pick<Watermark, 'recordResponse' | 'advance' | 'hasMoved' | 'startOver' | 'precedesStart'>
  /** With `since: 'now'`, when the watcher first started. Rows from before are remembered, but not emitted. */
  readonly startedAt?: number | undefined
  readonly seen: SeenRows
  readonly owner: RowOwner
  /** Completes when the batch is acknowledged. */
  readonly acknowledge: (batch: UpdatedBatch<A>) => Observable<unknown>
  readonly config: Pick<ChangesConfig<A>, 'maxPages' | 'onInvalidRow' | 'timeout' | 'headers'>
}

/** What the rows that an unfinished round has read say about its checkpoint. */
interface Progress {
  readonly hasResponse: boolean
  /** The latest `updated_at` of a new row, in milliseconds since 1970; `-Infinity` without one. */
  readonly latest: number
  readonly hasUnstampedRows: boolean
}

const noProgress: Progress = { hasResponse: false, latest: -Infinity, hasUnstampedRows: false }

/**
 * Decodes the rows of a page that were not emitted before, unless `isSkipped` says so of their `updated_at`. Counts the
 * rows with an earlier `updated_at` than before.
 */
const selectRows = <A>(
  codec: t.Decoder<unknown, UpdatedRow<A>>,
  rows: ReadonlyArray<unknown>,
  seen: SeenRows,
  isSkipped: (updated: number) => boolean,
) => {
  const versions: Array<{ readonly kind: VersionKind; readonly moment: number | undefined }> = []
  const selected = decodeRows(codec, rows, (row, decoded) => {
    const moment = updatedAt(row, codec)
    // So that a row that the codec refuses is recognized even if its `updated_at` is written in another format.
    const decodedVersion = decoded ?? (moment === undefined ? undefined : { updated_at: new Date(moment) })
    // #sabotage: row-deleted
    const kind = seen.classify(row, moment, decodedVersion)
    versions.push({ kind, moment })
    return kind !== 'known' && kind !== 'outdated' && !(moment !== undefined && isSkipped(moment))
  })
  const ofKind = (kind: VersionKind) => versions.filter((version) => version.kind === kind)
  return {
    ...selected,
    latest: ofKind('new').reduce((latest, { moment = -Infinity }) => Math.max(latest, moment), -Infinity),
    hasUnstampedRows: versions.some(({ moment }) => moment === undefined),
    reverted: { emitted: ofKind('setBack').length, dropped: ofKind('outdated').length },
  }
}

const countInexact = (resources: ReadonlyArray<unknown>): number =>
  resources.filter((row) => hasInexactAmount(row) && !isRemoved(row as Partial<ChangedRow>)).length

/**
 * Reads all rows that were updated since the watermark, once. Each batch is acknowledged before it is emitted, and the
 * last one has the checkpoint.
 *
 * The round starts again if the watermark proves to be ahead of the service's clock, and if the service has forgotten
 * the cursor of a page. If the service refuses a stored `since`, the round starts once more from the configured start.
 * If a response belongs to a new user, the round forgets everything about the previous one and starts again.
 */
export const readRound = <A>(connection: Connection, round: Round<A>): Observable<UpdatedBatch<A>> =>
  defer(() => {
    const { operation, eventWatcher, http, watermark, startedAt, seen, owner, acknowledge, config } = round
    const watcherField = eventWatcher && { eventWatcher }
    const roundRequest = { number: 0, operation, ...watcherField }
    const restarts = { ahead: 0, cursor: 0, since: 0, user: 0 }
    let progress = noProgress

    // Here, because `acknowledge` may fail with a similar error.
    // #sabotage: dead-cursor
    const findRestarts: Policy = (next) => (request) =>
      next(request).pipe(
        catchError((error: unknown) => {
          if (isSome(request.page) && request.page.value > 1) {
            if (isServiceStatus(error, ...forgottenCursorStatuses)) throw new Restart('cursor', error)
          } else if (watermark.hasMoved() && isServiceStatus(error, ...refusedSinceStatuses))
            throw new Restart('since', error)
          throw error
        }),
      )

    const recordResponse = ({ userUuid, serverTime }: FetchedPage<unknown>): void => {
      if (owner.noteUser(userUuid)) throw new Restart('user', wrongOption('/user', 'tokens of one user'))
      const aheadError = progress.hasResponse ? undefined : watermark.recordResponse(serverTime)
      if (aheadError !== undefined) throw new Restart('ahead', aheadError)
      progress = { ...progress, hasResponse: true }
    }

    const batchOf = (page: FetchedPage<unknown>, codec: t.Decoder<unknown, UpdatedRow<A>>): UpdatedBatch<A> => {
      recordResponse(page)
      const request = { ...page.httpRequest, ...watcherField }
      const { resources, rejected, reverted, ...read } = reportDifferingFields(connection, page.httpRequest, () =>
        selectRows(
          codec,
          page.resources,
          seen,
          (updated) => startedAt !== undefined && watermark.precedesStart(updated),
        ),
      )
      progress = {
        hasResponse: true,
        latest: Math.max(progress.latest, read.latest),
        hasUnstampedRows: progress.hasUnstampedRows || read.hasUnstampedRows,
      }
      // #sabotage: set-back-event
      if (reverted.emitted + reverted.dropped > 0)
        connection.emit(request, () => ({ _tag: 'RowsReverted', ...reverted }))
      if (rejected.length > 0 && config.onInvalidRow !== 'report') throw rowsError(page.httpRequest, rejected)
      emitRejected(connection.emit, request, rejected)
      const count = countInexact(resources)
      if (count > 0) connection.emit(request, () => ({ _tag: 'InexactAmount', count }))
      const rows = { resources, rejected, ...owner.takeBatchFields(page.userUuid) }
      // #sabotage: checkpoint-last-page
      if (isSome(page.next)) return { ...rows, checkpoint: none, isLast: false }
      const latest = progress.latest === -Infinity ? none : some(progress.latest)
      const checkpoint = watermark.advance(latest, progress.hasUnstampedRows)
      return { ...rows, checkpoint: mapOption((moment: number) => new Date(moment))(checkpoint), isLast: true }
    }

    const attempt$ = defer(() => {
      const request = round.request()
      const rows = { ...request, resource: t.unknown }
      return readPages(connection, rows, fetchUndecoded(connection, findRestarts(http), rows, config), {
        maxPages: config.maxPages ?? defaultMaxPages,
        prefetch: 0,
        pace: noPace,
        transform: (page) =>
          defer(() => {
            const batch = batchOf(page, changeOf(request.resource))
            return concat(acknowledge(batch).pipe(ignoreElements()), of(batch))
          }),
      })
    })

    const restart = ({ reason, error }: Restart, attempts: number): Observable<unknown> => {
      if (reason === 'user') {
        connection.emit(roundRequest, () => ({ _tag: 'UserReplaced' }))
        watermark.startOver()
        seen.clear()
        progress = noProgress
        return of(true)
      }
      if (reason === 'since') {
        watermark.startOver()
        progress = { ...progress, hasResponse: false }
      }
      connection.emit(roundRequest, () => ({ _tag: 'Restarted', error, restarts: attempts }))
      const wait = requestedWait(error)
      return wait > 0 ? delay(connection.clock, wait) : of(true)
    }

    return attempt$.pipe(
      retry({
        delay: (error: unknown, attempts) => {
          if (!(error instanceof Restart)) return throwError(() => error)
          const isAllowed = ++restarts[error.reason] <= maxRestarts[error.reason]
          return isAllowed ? restart(error, attempts) : throwError(() => error.error)
        },
      }),
    )
  })
