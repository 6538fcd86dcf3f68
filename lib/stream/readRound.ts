import { isNone, isSome, map as mapOption, none, type Option, some } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { concat, defer, ignoreElements, type Observable, of, retry, tap, throwError } from 'rxjs'
import { type ClientError, isClientError } from '../error/ClientError.js'
import type { Connection } from '../http/Connection.js'
import type { Http } from '../http/Http.js'
import type { ListRequest } from '../http/Request.js'
import type { ChangesConfig } from './ChangesConfig.js'
import { decodeRows, issuesOnPage, rowsError } from './decodeRows.js'
import { type FetchPage, fetchPage, type ReadPage } from './fetchPage.js'
import { noPace, readPages } from './readPages.js'
import { type SeenRows, updatedAt } from './seenRows.js'
import type { UpdatedBatch } from './UpdatedBatch.js'

const maxRestarts = 2
const dead = new Set([400, 404, 410])

/** What one round needs. Moments in milliseconds since 1970. */
export interface Round<A> {
  readonly request: ListRequest<A>
  readonly http: Http
  readonly from: Option<number>
  readonly seen: SeenRows
  /** What to take the service's time for, milliseconds since 1970. */
  readonly believe: (told: number) => number
  /** Hands a batch to whoever acknowledges it, and completes when that is done. */
  readonly acknowledge: (batch: UpdatedBatch<A>) => Observable<unknown>
  readonly config: Pick<ChangesConfig<A>, 'maxPages' | 'onInvalidRow' | 'timeout' | 'headers'>
}

/** The least of what is known, but never less than before. */
const watermark = (moments: ReadonlyArray<Option<number>>, before: Option<number>): Option<number> => {
  const known = moments.flatMap((moment) => (isSome(moment) ? [moment.value] : []))
  if (known.length === 0) return before
  const least = Math.min(...known)
  return some(isSome(before) ? Math.max(least, before.value) : least)
}

/**
 * Reads all that changed since a moment, once. The batches are acknowledged before they are emitted; the last one
 * carries the checkpoint: the lesser of the service's time at the first answer and the latest update among what is
 * new, or that time alone where nothing is new; never less than before. A cursor that dies begins the round again.
 */
export const readRound = <A>(connection: Connection, round: Round<A>): Observable<UpdatedBatch<A>> =>
  defer(() => {
    const { request, http, from, seen, believe, acknowledge, config } = round
    const rows = { ...request, resource: t.unknown }
    const fetch = fetchPage(connection, http, rows, config)
    let serverTime: Option<number> | undefined
    let latest: Option<number> = none
    let lost: unknown

    const fetchNoting: FetchPage<unknown> = (address) =>
      fetch(address).pipe(
        tap({
          error: (error: unknown) => {
            if (isSome(address)) lost = error
          },
        }),
      )

    /** A cursor that the service no longer knows, not an error of whoever acknowledges. */
    const isDeadCursor = (error: unknown): error is ClientError =>
      error === lost && isClientError(error) && error._tag === 'StatusError' && dead.has(error.status)

    const isNew = (row: unknown): boolean => {
      if (!seen.isNew(row)) return false
      const moment = updatedAt(row)
      if (moment !== undefined) latest = some(isSome(latest) ? Math.max(moment, latest.value) : moment)
      return true
    }

    const batchOf = (page: ReadPage<unknown>): UpdatedBatch<A> => {
      serverTime ??= mapOption(believe)(page.serverTime)
      const { resources, rejected } = decodeRows(request.resource, page.resources, isNew)
      if (rejected.length > 0 && config.onInvalidRow !== 'report') throw rowsError(page.asked, rejected)
      for (const row of rejected)
        connection.emit(page.asked, () => ({ _tag: 'RowRejected', issues: issuesOnPage(row) }))
      const checkpoint = isNone(page.next) ? watermark([serverTime, latest], from) : none
      return { resources, rejected, checkpoint: mapOption((moment: number) => new Date(moment))(checkpoint) }
    }

    const through = (page: ReadPage<unknown>): Observable<UpdatedBatch<A>> =>
      defer(() => {
        const batch = batchOf(page)
        return concat(acknowledge(batch).pipe(ignoreElements()), of(batch))
      })

    return readPages(connection, rows, fetchNoting, {
      maxPages: config.maxPages ?? 10_000,
      prefetch: 0,
      pace: noPace,
      through,
    }).pipe(
      retry({
        delay: (error: unknown, restarts) => {
          if (!isDeadCursor(error) || restarts > maxRestarts) return throwError(() => error)
          connection.emit({ number: 0, operation: request.operation }, () => ({ _tag: 'Restarted', error, restarts }))
          return of(true)
        },
      }),
    )
  })
