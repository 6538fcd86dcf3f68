import { isSome, none, type Option, some } from 'fp-ts/lib/Option.js'
import { defer, EMPTY, map, type Observable } from 'rxjs'
import { decodeOptions, wrongOption } from '../../base/error/decodeOptions.js'
import { ignoreTeardownErrors } from '../../base/platform/ignoreTeardownErrors.js'
import type { Connection } from '../../http/Connection.js'
import type { Policy } from '../../http/Http.js'
import type { Priority } from '../../http/HttpRequest.js'
import { queryString } from '../../http/queryString.js'
import type { Stream } from '../send/Stream.js'
import { fromAsyncResult } from './AsyncResult.js'
import type { Bookmark } from './Bookmark.js'
import { readRound } from './readRound.js'
import { defaultOverlap } from './recentReports.js'
import { rowOwner } from './rowOwner.js'
import { seenRows } from './seenRows.js'
import { type SyncBatch, type SyncConfig, syncConfig } from './SyncConfig.js'
import type { UpdatedBatch } from './UpdatedBatch.js'
import { requestSince, type UpdatedList } from './updatedList.js'
import { Watermark } from './Watermark.js'

const withPriority =
  (priority: Priority, runNow$: SyncConfig<unknown>['runNow$']): Policy =>
  (next) =>
  (request) =>
    next({ ...request, priority, runNow$ })

const syncOnce = <A>(connection: Connection, list: UpdatedList<A>, config: SyncConfig<A>): Observable<SyncBatch<A>> => {
  const decoded = decodeOptions(syncConfig, config)
  const { from, overlap = defaultOverlap, limit, priority = 'background', runNow$ } = decoded
  const { operation, path, query = {} } = list(none)
  const address = path + queryString(query)
  if (from !== undefined && from.list !== address) throw wrongOption('/from', `a bookmark of ${address}`)
  const { process = () => EMPTY } = config

  const owner = rowOwner(from?.userUuid)
  const seen = seenRows(undefined, from?.rows, from?.position?.moment)
  const watermark = new Watermark(connection.clock, decoded.since, overlap)
  if (from?.position) watermark.resume(from.position)

  const bookmarkAfter = ({ checkpoint }: UpdatedBatch<A>): Bookmark => {
    const since = isSome(checkpoint) ? checkpoint.value.getTime() - overlap : -Infinity
    const userUuid = owner.uuid()
    const position = watermark.position()
    return {
      format: 1,
      list: address,
      position,
      rows: seen.rowsToKeep(since),
      ...(userUuid !== undefined && { userUuid }),
    }
  }
  let bookmark: Option<Bookmark> = none

  return readRound(connection, {
    operation,
    request: () => requestSince(list, watermark.ask(), limit),
    http: withPriority(priority, runNow$?.pipe(ignoreTeardownErrors))(connection.http),
    watermark,
    seen,
    owner,
    acknowledge: (batch) => {
      bookmark = batch.isLast ? some(bookmarkAfter(batch)) : none
      return fromAsyncResult('/process', () => process({ ...batch, bookmark }))
    },
    config: decoded,
  }).pipe(map((batch) => ({ ...batch, bookmark })))
}

/** As {@link sync}, but both functions are called at each subscription, and the requests are not checked. */
export const deferSync = <A>(
  connection: () => Connection,
  read: () => readonly [list: UpdatedList<A>, config: SyncConfig<A>],
): Stream<SyncBatch<A>> => defer(() => syncOnce(connection(), ...read()))
