import { isSome, map as mapOption, none, type Option, some } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { concat, defer, ignoreElements, type Observable, of, retry, tap, throwError } from 'rxjs'
import { delay } from '../../base/clock/delay.js'
import { type ClientError, isClientError } from '../../base/error/ClientError.js'
import type { ConfigError } from '../../base/error/ConfigError.js'
import { wrongOption } from '../../base/error/decodeOptions.js'
import { isServiceStatus } from '../../base/error/foreignResponse.js'
import type { EventWatcher } from '../../base/event/ClientEvent.js'
import type { Connection } from '../../http/Connection.js'
import type { Http, Policy } from '../../http/Http.js'
import { requestedWait } from '../../http/requestedWait.js'
import type { ListRequest } from '../../service/api/Request.js'
import { hasInexactAmount } from '../../service/model/hasInexactAmount.js'
import { type Changed, changeOf } from '../../service/model/RemovedRow.js'
import { decodeRows, emitRejected, rowsError } from '../pages/decodeRows.js'
import { type FetchedPage, fetchUndecoded } from '../pages/fetchPage.js'
import { defaultMaxPages, noPace, readPages } from '../pages/readPages.js'
import { reportDifferingFields } from '../send/reportDifferingFields.js'
import { type ChangedRow, isRemoved } from './ChangedRow.js'
import type { ChangesConfig } from './ChangesConfig.js'
import type { RowOwner } from './rowOwner.js'
import { type SeenRows, updatedAt } from './seenRows.js'
import type { UpdatedBatch } from './UpdatedBatch.js'
import type { Watermark } from './Watermark.js'

/** How many times a round may be restarted because the service has forgotten a cursor. */
const maxRestarts = 2
/** How many times a round may start over because its user was replaced. Beyond that, the tokens belong to several users. */
const maxUsersReplaced = 2
/** The statuses of a page whose cursor the service has forgotten. */
const forgottenCursorStatuses = [400, 404, 410]
/**
 * The statuses of a first page whose `since` the service refuses, for example because it does not keep updates that long.
 */
const refusedSinceStatuses = [400, 410, 422]

/** The parts that a round needs. */
export interface Round<A> {
  readonly operation: string
  /** The watcher of the round, if there is one. */
  readonly eventWatcher?: EventWatcher
  /** Creates the request for the updates since the watermark; called for each attempt. */
  readonly request: () => ListRequest<A>
  readonly http: Http
  readonly watermark: Pick<Watermark, 'recordResponse' | 'advance' | 'hasMoved' | 'startOver'>
  readonly seen: SeenRows
  readonly owner: RowOwner
  /** Completes when the batch is acknowledged. */
  readonly acknowledge: (batch: UpdatedBatch<A>) => Observable<unknown>
  readonly config: Pick<ChangesConfig<A>, 'maxPages' | 'onInvalidRow' | 'timeout' | 'headers'>
}

/**
 * Reads all rows that were updated since the watermark, once. Each batch is acknowledged before it is emitted, and the last
 * one has the checkpoint.
 *
 * The round starts again if the watermark proves to be ahead of the service's clock, and if the service has forgotten the
 * cursor of a page. If the service refuses a stored `since`, the round starts once more from the configured start. If an
 * answer belongs to a new user, the round forgets everything about the previous one and starts again.
 */
export const readRound = <A>(connection: Connection, round: Round<A>): Observable<UpdatedBatch<A>> =>
  defer(() => {
    const { operation, eventWatcher, http, watermark, seen, owner, acknowledge, config } = round
    const watcherField = eventWatcher && { eventWatcher }
    let hasResponse = false
    let forgottenCursors = 0
    let latest: Option<number> = none
    let hasUnstampedRows = false
    /** The error of the last request for a page after the first. */
    let pageError: unknown
    /** The error of the last request for a first page whose `since` differs from the configured start. */
    let sinceError: unknown
    let hasStartedOver = false
    /**
     * How many rows with an earlier `updated_at` than before were emitted or dropped since the last `RowsReverted`.
     */
    let emitted = 0
    let dropped = 0
    /** The error of a watermark that proved to be ahead of the service's clock. */
    let aheadError: ConfigError | undefined
    /** The error of an answer that belongs to a new user. */
    let replacedError: ConfigError | undefined
    let usersReplaced = 0

    // #sabotage: dead-cursor
    const notePageError: Policy = (next) => (request) =>
      next(request).pipe(
        tap({
          error: (error: unknown) => {
            if (isSome(request.page) && request.page.value > 1) pageError = error
            else if (watermark.hasMoved()) sinceError = error
          },
        }),
      )

    /**
     * Whether the service has forgotten the cursor of a page. The error must come from a page, because `acknowledge` may
     * fail with a similar error.
     */
    const isCursorForgotten = (error: ClientError): boolean =>
      error === pageError && isServiceStatus(error, ...forgottenCursorStatuses)

    /**
     * Whether the service refuses the `since` of the round. It may have another reason to refuse the request, so this counts
     * only once.
     */
    const isSinceRefused = (error: ClientError): boolean =>
      error === sinceError && !hasStartedOver && isServiceStatus(error, ...refusedSinceStatuses)

    const isWanted =
      (codec: t.Decoder<unknown, Changed<A>>) =>
      (row: unknown, decoded: Changed<A> | undefined): boolean => {
        const moment = updatedAt(row, codec)
        hasUnstampedRows ||= moment === undefined
        // So that a row which the codec refuses is recognized even if its `updated_at` is spelled in another way.
        const decodedVersion = decoded ?? (moment === undefined ? undefined : { updated_at: new Date(moment) })
        // #sabotage: row-deleted
        const kind = seen.classify(row, moment, decodedVersion)
        if (kind === 'new' && moment !== undefined)
          latest = some(isSome(latest) ? Math.max(moment, latest.value) : moment)
        if (kind === 'setBack') emitted++
        if (kind === 'outdated') dropped++
        return kind !== 'known' && kind !== 'outdated'
      }

    const emitSetBack = (page: FetchedPage<unknown>): void => {
      // #sabotage: set-back-event
      if (emitted + dropped === 0) return
      const counts = { emitted, dropped }
      connection.emit({ ...page.httpRequest, ...watcherField }, () => ({ _tag: 'RowsReverted', ...counts }))
      emitted = dropped = 0
    }

    const emitInexact = (page: FetchedPage<unknown>, resources: ReadonlyArray<Changed<A>>): void => {
      const isCounted = (row: unknown) => hasInexactAmount(row) && !isRemoved(row as Partial<ChangedRow>)
      const count = resources.filter(isCounted).length
      if (count > 0) connection.emit({ ...page.httpRequest, ...watcherField }, () => ({ _tag: 'InexactAmount', count }))
    }

    const recordResponse = (serverTime: Option<number>): void => {
      aheadError = watermark.recordResponse(serverTime)
      if (aheadError !== undefined) throw aheadError
      hasResponse = true
    }

    const checkOwner = ({ userUuid }: FetchedPage<unknown>): void => {
      if (!owner.noteUser(userUuid)) return
      replacedError = wrongOption('/user', 'tokens of one user')
      throw replacedError
    }

    /** Forgets everything about the previous user. */
    const startOver = (): void => {
      watermark.startOver()
      seen.clear()
      hasResponse = hasUnstampedRows = false
      latest = none
      emitted = dropped = 0
    }

    const batchOf = (page: FetchedPage<unknown>, codec: t.Decoder<unknown, Changed<A>>): UpdatedBatch<A> => {
      checkOwner(page)
      if (!hasResponse) recordResponse(page.serverTime)
      const { resources, rejected } = reportDifferingFields(connection, page.httpRequest, () =>
        decodeRows(codec, page.resources, isWanted(codec)),
      )
      emitSetBack(page)
      if (rejected.length > 0 && config.onInvalidRow !== 'report') throw rowsError(page.httpRequest, rejected)
      emitRejected(connection.emit, { ...page.httpRequest, ...watcherField }, rejected)
      emitInexact(page, resources)
      const rows = { resources, rejected, ...owner.takeBatchFields(page.userUuid) }
      // #sabotage: checkpoint-last-page
      if (isSome(page.next)) return { ...rows, checkpoint: none, isLast: false }
      const checkpoint = mapOption((moment: number) => new Date(moment))(watermark.advance(latest, hasUnstampedRows))
      return { ...rows, checkpoint, isLast: true }
    }

    const attempt = defer(() => {
      pageError = undefined
      const request = round.request()
      const rows = { ...request, resource: t.unknown }
      return readPages(connection, rows, fetchUndecoded(connection, notePageError(http), rows, config), {
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

    return attempt.pipe(
      retry({
        delay: (error: unknown, restarts) => {
          if (error === replacedError && ++usersReplaced <= maxUsersReplaced) {
            connection.emit({ number: 0, operation, ...watcherField }, () => ({ _tag: 'UserReplaced' }))
            startOver()
            return of(true)
          }
          const isRefused = isClientError(error) && isSinceRefused(error)
          if (isRefused) {
            hasStartedOver = true
            watermark.startOver()
            hasResponse = false
          }
          const mayRestart =
            isClientError(error) &&
            (isRefused || error === aheadError || (isCursorForgotten(error) && ++forgottenCursors <= maxRestarts))
          if (!mayRestart) return throwError(() => error)
          connection.emit({ number: 0, operation, ...watcherField }, () => ({ _tag: 'Restarted', error, restarts }))
          const wait = requestedWait(error)
          return wait > 0 ? delay(connection.clock, wait) : of(true)
        },
      }),
    )
  })
