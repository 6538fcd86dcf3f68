import { isSome, none, type Option, some } from 'fp-ts/lib/Option.js'
import { defer, EMPTY, map, type Observable } from 'rxjs'
import { functionCodec, observableCodec } from '../../base/codec/guardCodec.js'
import { oneOf } from '../../base/codec/oneOf.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions, wrongOption } from '../../base/error/decodeOptions.js'
import { ignoreTeardownErrors } from '../../base/platform/ignoreTeardownErrors.js'
import type { Connection } from '../../http/Connection.js'
import type { Policy } from '../../http/Http.js'
import type { Priority } from '../../http/HttpRequest.js'
import { queryString } from '../../http/queryString.js'
import type { Stream } from '../send/Stream.js'
import { type AsyncResult, fromAsyncResult } from './AsyncResult.js'
import { type Bookmark, bookmark } from './Bookmark.js'
import { type ChangesSettings, roundFields, type UpdatedBatch } from './ChangesConfig.js'
import { readRound } from './readRound.js'
import { defaultOverlap } from './recentReports.js'
import { rowOwner } from './rowOwner.js'
import { seenRows } from './seenRows.js'
import { requestSince, type UpdatedList } from './updatedList.js'
import { Watermark } from './Watermark.js'

/** A batch of a round. Only the last batch has a bookmark, with which the next round begins. */
export interface SyncBatch<A> extends UpdatedBatch<A> {
  readonly bookmark: Option<Bookmark>
}

/** The options of one round. Times are in milliseconds. */
export interface SyncConfig<A> extends Pick<
  ChangesSettings<A>,
  'since' | 'limit' | 'maxPages' | 'overlap' | 'onInvalidRow' | 'timeout' | 'headers'
> {
  /**
   * The bookmark of the previous round; default: this is the first round. It takes precedence over `since`. If the user was
   * deleted at the service and created again since then, the round reads everything again, and its first batch has
   * `isUserReplaced`.
   */
  readonly from?: Bookmark | undefined
  /**
   * The priority of the requests: `interactive` if somebody waits for the round, such as after a webhook; default
   * `background`.
   */
  readonly priority?: Priority
  /**
   * After its first value the requests are interactive, both waiting and later ones: for a webhook that arrives during the
   * round. Each request subscribes to it, so it must emit to later subscribers at once, as a `ReplaySubject` does. Its
   * errors are ignored.
   */
  readonly runNow$?: Observable<unknown>
  /**
   * Writes a batch. With the last batch, write its bookmark in the same transaction. Returns an Observable or a Promise,
   * whose completion acknowledges the batch. Its error is the stream's.
   */
  readonly process?: (batch: SyncBatch<A>) => AsyncResult
}

/** The codec of {@link SyncConfig}. */
const syncConfig = options(
  'options',
  {},
  {
    ...roundFields,
    from: bookmark,
    priority: oneOf<Priority>('interactive', 'background'),
    runNow$: observableCodec<Observable<unknown>>('an Observable'),
    process: functionCodec<(batch: never) => AsyncResult>('a function from a batch to an Observable'),
  },
)

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
