import { isSome, map as mapOption, none, type Option, some } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { concat, defer, ignoreElements, type Observable, of, retry, tap, throwError } from 'rxjs'
import { type ClientError, isClientError } from '../error/ClientError.js'
import type { ConfigError } from '../error/ConfigError.js'
import type { Connection } from '../http/Connection.js'
import type { Http, Policy } from '../http/Http.js'
import type { ListRequest } from '../http/Request.js'
import type { ChangesConfig } from './ChangesConfig.js'
import { decodeRows, issuesOnPage, rowsError } from './decodeRows.js'
import { fetchPage, type ReadPage } from './fetchPage.js'
import type { Position } from './position.js'
import { noPace, readPages } from './readPages.js'
import { type SeenRows, updatedAt } from './seenRows.js'
import type { UpdatedBatch } from './UpdatedBatch.js'

const maxRestarts = 2
const dead = new Set([400, 404, 410])

/** What one round needs. Moments in milliseconds since 1970. */
export interface Round<A> {
  readonly operation: string
  /** Asks from where the watcher has come to. */
  readonly request: () => ListRequest<A>
  readonly http: Http
  readonly place: Pick<Position, 'hear' | 'reach'>
  readonly seen: SeenRows
  /** Hands a batch to whoever acknowledges it, and completes when that is done. */
  readonly acknowledge: (batch: UpdatedBatch<A>) => Observable<unknown>
  readonly config: Pick<ChangesConfig<A>, 'maxPages' | 'onInvalidRow' | 'timeout' | 'headers'>
}

/**
 * Reads all that changed since a moment, once. The batches are acknowledged before they are emitted; the last one
 * carries the checkpoint. A beginning that is refused and a cursor that dies begin the round again.
 */
export const readRound = <A>(connection: Connection, round: Round<A>): Observable<UpdatedBatch<A>> =>
  defer(() => {
    const { operation, http, place, seen, acknowledge, config } = round
    let isHeard = false
    let deaths = 0
    let latest: Option<number> = none
    let isUnstamped = false
    let lost: unknown
    let handedOut = 0
    let dropped = 0
    let ahead: ConfigError | undefined

    const noteLost: Policy = (next) => (asked) =>
      next(asked).pipe(
        tap({
          error: (error: unknown) => {
            if (isSome(asked.page) && asked.page.value > 1) lost = error
          },
        }),
      )

    /** A cursor that the service no longer knows, not an error of whoever acknowledges. */
    const isDeadCursor = (error: ClientError): boolean =>
      error === lost && error._tag === 'StatusError' && dead.has(error.status)

    const isWanted =
      (codec: t.Decoder<unknown, A>) =>
      (row: unknown): boolean => {
        const moment = updatedAt(row, codec)
        isUnstamped ||= moment === undefined
        const meeting = seen.meet(row, moment)
        if (meeting === 'new' && moment !== undefined)
          latest = some(isSome(latest) ? Math.max(moment, latest.value) : moment)
        if (meeting === 'setBack') handedOut++
        if (meeting === 'outdated') dropped++
        return meeting !== 'known' && meeting !== 'outdated'
      }

    const tellSetBack = (page: ReadPage<unknown>): void => {
      if (handedOut + dropped === 0) return
      const counts = { handedOut, dropped }
      connection.emit(page.asked, () => ({ _tag: 'RowsSetBack', ...counts }))
      handedOut = dropped = 0
    }

    const hear = (told: Option<number>): void => {
      ahead = place.hear(told)
      if (ahead !== undefined) throw ahead
      isHeard = true
    }

    const batchOf = (page: ReadPage<unknown>, codec: t.Decoder<unknown, A>): UpdatedBatch<A> => {
      if (!isHeard) hear(page.serverTime)
      const { resources, rejected } = decodeRows(codec, page.resources, isWanted(codec))
      tellSetBack(page)
      if (rejected.length > 0 && config.onInvalidRow !== 'report') throw rowsError(page.asked, rejected)
      for (const row of rejected)
        connection.emit(page.asked, () => ({ _tag: 'RowRejected', issues: issuesOnPage(row) }))
      if (isSome(page.next)) return { resources, rejected, checkpoint: none, isLast: false }
      const reached = place.reach(latest, isUnstamped)
      const checkpoint = mapOption((moment: number) => new Date(moment))(reached)
      return { resources, rejected, checkpoint, isLast: true }
    }

    const attempt = defer(() => {
      lost = undefined
      const request = round.request()
      const rows = { ...request, resource: t.unknown }
      return readPages(connection, rows, fetchPage(connection, noteLost(http), rows, config), {
        maxPages: config.maxPages ?? 10_000,
        prefetch: 0,
        pace: noPace,
        through: (page) =>
          defer(() => {
            const batch = batchOf(page, request.resource)
            return concat(acknowledge(batch).pipe(ignoreElements()), of(batch))
          }),
      })
    })

    return attempt.pipe(
      retry({
        delay: (error: unknown, restarts) => {
          const isMended = isClientError(error) && (error === ahead || (isDeadCursor(error) && ++deaths <= maxRestarts))
          if (!isMended) return throwError(() => error)
          connection.emit({ number: 0, operation }, () => ({ _tag: 'Restarted', error, restarts }))
          return of(true)
        },
      }),
    )
  })
