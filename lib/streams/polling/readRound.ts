import { isSome, map as mapOption, none, type Option, some } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { concat, defer, ignoreElements, type Observable, of, retry, tap, throwError } from 'rxjs'
import { delay } from '../../base/clock/delay.js'
import { type ClientError, isClientError } from '../../base/error/ClientError.js'
import type { ConfigError } from '../../base/error/ConfigError.js'
import { isServiceStatus } from '../../base/error/foreignAnswer.js'
import { wrongOption } from '../../base/error/wrongOption.js'
import type { EventWatcher } from '../../base/event/ClientEvent.js'
import type { Connection } from '../../http/Connection.js'
import type { Http, Policy } from '../../http/Http.js'
import { waitAsked } from '../../http/waitAsked.js'
import type { ListRequest } from '../../service/api/Request.js'
import { hasInexactAmount } from '../../service/model/hasInexactAmount.js'
import { type Changed, changeOf } from '../../service/model/RemovedRow.js'
import { decodeRows, issuesOnPage, rowsError } from '../pages/decodeRows.js'
import { type FetchedPage, fetchPage } from '../pages/fetchPage.js'
import { defaultMaxPages, noPace, readPages } from '../pages/readPages.js'
import { reportDifferingFields } from '../send/reportDifferingFields.js'
import { type ChangedRow, isRemoved } from './ChangedRow.js'
import type { ChangesConfig } from './ChangesConfig.js'
import type { RowOwner } from './rowOwner.js'
import { type SeenRows, updatedAt } from './seenRows.js'
import type { UpdatedBatch } from './UpdatedBatch.js'
import type { Watermark } from './Watermark.js'

/** How often a round is restarted because the service has forgotten a cursor. */
const maxRestarts = 2
/** How often a round starts over because its user was replaced. More often, the tokens are of several users. */
const maxUsersReplaced = 2
/** The statuses of a page whose cursor the service has forgotten. */
const cursorGone = [400, 404, 410]
/** The statuses of a first page whose `since` the service refuses, for example because it keeps no updates as old. */
const sinceRefused = [400, 410, 422]

/** The parts that a round needs. */
export interface Round<A> {
  readonly operation: string
  /** The watcher whose round it is, if it is one of a watcher. */
  readonly watched?: EventWatcher
  /** The request for what was updated since the watermark. It is made anew for each attempt. */
  readonly request: () => ListRequest<A>
  readonly http: Http
  readonly watermark: Pick<Watermark, 'recordAnswer' | 'advance' | 'hasMoved' | 'startOver'>
  readonly seen: SeenRows
  readonly owner: RowOwner
  /** Passes a batch to the function that acknowledges it, and completes when it is acknowledged. */
  readonly acknowledge: (batch: UpdatedBatch<A>) => Observable<unknown>
  readonly config: Pick<ChangesConfig<A>, 'maxPages' | 'onInvalidRow' | 'timeout' | 'headers'>
}

/**
 * Reads once everything that was updated since the watermark. Each batch is acknowledged before it is emitted, and the
 * last one has the checkpoint. The round starts again if the watermark proves to be ahead of the service's clock, and
 * if the service has forgotten the cursor of a page. It starts over from the beginning, once, if the service refuses a
 * moment that was kept. If an answer is of another user than those before, the round starts
 * again without anything that is known of the user before.
 */
export const readRound = <A>(connection: Connection, round: Round<A>): Observable<UpdatedBatch<A>> =>
  defer(() => {
    const { operation, watched, http, watermark, seen, owner, acknowledge, config } = round
    const ofWatcher = watched && { watched }
    let isAnswered = false
    let cursorsGone = 0
    let latest: Option<number> = none
    let hasUnstampedRows = false
    /** The error of the last request for a page after the first. */
    let pageError: unknown
    /** The error of the last request for a first page that asked for updates since a moment the client has kept. */
    let sinceError: unknown
    let hasStartedOver = false
    /**
     * How many rows with an earlier `updated_at` than before were emitted and left out, since the last event about
     * them.
     */
    let emitted = 0
    let dropped = 0
    /** The error of a watermark that proved to be ahead of the service's clock. */
    let ahead: ConfigError | undefined
    /** The error of an answer to another user's token. */
    let replaced: ConfigError | undefined
    let usersReplaced = 0

    // #sabotage: dead-cursor
    const notePageError: Policy = (next) => (asked) =>
      next(asked).pipe(
        tap({
          error: (error: unknown) => {
            if (isSome(asked.page) && asked.page.value > 1) pageError = error
            else if (watermark.hasMoved()) sinceError = error
          },
        }),
      )

    /**
     * Whether an error says that the service has forgotten the cursor of a page. It must be the error of a page,
     * because `acknowledge` may fail with a similar error, and an answer of the service.
     */
    const isCursorGone = (error: ClientError): boolean => error === pageError && isServiceStatus(error, ...cursorGone)

    /**
     * Whether an error says that the service refuses the moment from which the round asks. If it refuses the request for
     * another reason, it refuses the next one too, which is not asked again.
     */
    const isSinceRefused = (error: ClientError): boolean =>
      error === sinceError && !hasStartedOver && isServiceStatus(error, ...sinceRefused)

    const isWanted =
      (codec: t.Decoder<unknown, Changed<A>>) =>
      (row: unknown, decoded: Changed<A> | undefined): boolean => {
        const moment = updatedAt(row, codec)
        hasUnstampedRows ||= moment === undefined
        // A row that the codec refuses is recognised in another spelling of its moment, too.
        const read = decoded ?? (moment === undefined ? undefined : { updated_at: new Date(moment) })
        // #sabotage: row-deleted
        const kind = seen.classify(row, moment, read)
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
      connection.emit({ ...page.httpRequest, ...ofWatcher }, () => ({ _tag: 'RowsSetBack', ...counts }))
      emitted = dropped = 0
    }

    const emitInexact = (page: FetchedPage<unknown>, resources: ReadonlyArray<Changed<A>>): void => {
      const isCounted = (row: unknown) => hasInexactAmount(row) && !isRemoved(row as Partial<ChangedRow>)
      const count = resources.filter(isCounted).length
      if (count > 0) connection.emit({ ...page.httpRequest, ...ofWatcher }, () => ({ _tag: 'AmountInexact', count }))
    }

    const recordAnswer = (serverTime: Option<number>): void => {
      ahead = watermark.recordAnswer(serverTime)
      if (ahead !== undefined) throw ahead
      isAnswered = true
    }

    const checkOwner = ({ userUuid }: FetchedPage<unknown>): void => {
      if (!owner.answered(userUuid)) return
      replaced = wrongOption('/user', 'tokens of one user')
      throw replaced
    }

    /** Forgets everything that is known of the user before. */
    const startOver = (): void => {
      watermark.startOver()
      seen.clear()
      isAnswered = hasUnstampedRows = false
      latest = none
      emitted = dropped = 0
    }

    const batchOf = (page: FetchedPage<unknown>, codec: t.Decoder<unknown, Changed<A>>): UpdatedBatch<A> => {
      checkOwner(page)
      if (!isAnswered) recordAnswer(page.serverTime)
      const { resources, rejected } = reportDifferingFields(connection, page.httpRequest, () =>
        decodeRows(codec, page.resources, isWanted(codec)),
      )
      emitSetBack(page)
      if (rejected.length > 0 && config.onInvalidRow !== 'report') throw rowsError(page.httpRequest, rejected)
      for (const row of rejected)
        connection.emit({ ...page.httpRequest, ...ofWatcher }, () => ({
          _tag: 'RowRejected',
          issues: issuesOnPage(row),
        }))
      emitInexact(page, resources)
      const rows = { resources, rejected, ...owner.ofBatch(page.userUuid) }
      // #sabotage: checkpoint-last-page
      if (isSome(page.next)) return { ...rows, checkpoint: none, isLast: false }
      const checkpoint = mapOption((moment: number) => new Date(moment))(watermark.advance(latest, hasUnstampedRows))
      return { ...rows, checkpoint, isLast: true }
    }

    const attempt = defer(() => {
      pageError = undefined
      const request = round.request()
      const rows = { ...request, resource: t.unknown }
      return readPages(connection, rows, fetchPage(connection, notePageError(http), rows, config), {
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
          if (error === replaced && ++usersReplaced <= maxUsersReplaced) {
            connection.emit({ number: 0, operation, ...ofWatcher }, () => ({ _tag: 'UserReplaced' }))
            startOver()
            return of(true)
          }
          const isRefused = isClientError(error) && isSinceRefused(error)
          if (isRefused) {
            hasStartedOver = true
            watermark.startOver()
            isAnswered = false
          }
          const helpsToRestart =
            isClientError(error) &&
            (isRefused || error === ahead || (isCursorGone(error) && ++cursorsGone <= maxRestarts))
          if (!helpsToRestart) return throwError(() => error)
          connection.emit({ number: 0, operation, ...ofWatcher }, () => ({ _tag: 'Restarted', error, restarts }))
          const wait = waitAsked(error)
          return wait > 0 ? delay(connection.clock, wait) : of(true)
        },
      }),
    )
  })
