import { getOrElse, isSome, none, type Option, some } from 'fp-ts/lib/Option.js'
import { defer, EMPTY, map, type Observable } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { functionCodec, observableCodec } from '../../base/codec/guardCodec.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions, wrongOption } from '../../base/error/decodeOptions.js'
import { ignoreTeardownErrors } from '../../base/platform/ignoreTeardownErrors.js'
import type { Connection } from '../../http/Connection.js'
import type { Policy } from '../../http/Http.js'
import type { Priority } from '../../http/HttpRequest.js'
import { queryString } from '../../http/queryString.js'
import { priority } from '../send/callConfig.js'
import type { Stream } from '../send/Stream.js'
import { type AsyncResult, fromAsyncResult } from './AsyncResult.js'
import { type Bookmark, bookmark } from './Bookmark.js'
import { type ChangesSettings, roundFields, type UpdatedBatch } from './ChangesConfig.js'
import { readRound } from './readRound.js'
import { defaultOverlap } from './recentReports.js'
import { type RowOwner, rowOwner } from './rowOwner.js'
import { type SeenRows, seenRows } from './seenRows.js'
import { requestSince, type UpdatedList } from './updatedList.js'
import { Watermark } from './Watermark.js'

/**
 * A batch of a round.
 *
 * - `bookmark`: store it in the transaction that writes the batch, and begin the next round with it. The last batch has
 *   one. An earlier batch has one only if it changes rows of `from`. This bookmark is `from` without these rows, so
 *   that the next round recognizes none of their old versions if this round fails.
 */
export interface SyncBatch<A> extends UpdatedBatch<A> {
  readonly bookmark: Option<Bookmark>
}

/** The options of one round. Times are in milliseconds. */
export interface SyncConfig<A> extends Pick<
  ChangesSettings<A>,
  'limit' | 'maxPages' | 'overlap' | 'onInvalidRow' | 'timeout' | 'headers'
> {
  /** Only changes since this time; default: all rows of the service. */
  readonly since?: Date
  /**
   * The bookmark of the previous round; default: this is the first round. It takes precedence over `since`. If the user
   * was deleted at the service and created again since then, the round reads everything again, and its first batch has
   * `isUserReplaced`.
   */
  readonly from?: Bookmark | undefined
  /**
   * The priority of the requests: `interactive` if somebody waits for the round, for example after a webhook; default
   * `background`.
   */
  readonly priority?: Priority
  /**
   * After its first value, waiting and later requests are interactive: for a webhook that arrives during the round.
   * Each request subscribes to it, so it must emit to later subscribers at once, as a `ReplaySubject` does. Its errors
   * are ignored.
   */
  readonly runNow$?: Observable<unknown>
  /**
   * Writes a batch, and its bookmark, if it has one, in the same transaction. Returns an Observable or a Promise, whose
   * completion acknowledges the batch. If it errors, so does the stream.
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
    priority,
    runNow$: observableCodec<Observable<unknown>>('an Observable'),
    process: functionCodec<(batch: never) => AsyncResult>('a function from a batch to an Observable'),
  },
)

const withPriority =
  (priority: Priority, runNow$: SyncConfig<unknown>['runNow$']): Policy =>
  (next) =>
  (request) =>
    next({ ...request, priority, runNow$ })

/** The address of a list in its bookmarks: its path and its query. */
export const listAddress = <A>(list: UpdatedList<A>): string => {
  const { path, query = {} } = list(none)
  return path + queryString(query)
}

/** What rounds continue from: the watermark, the seen rows and their user. */
interface RoundState {
  readonly address: string
  readonly overlap: number
  /** With `since: 'now'`, when the watcher first started. */
  readonly startedAt: number | undefined
  readonly owner: RowOwner
  readonly seen: SeenRows
  readonly watermark: Watermark
}

/** The options of rounds that begin with a bookmark. `source` is the path of the option that has the bookmark. */
interface ResumeConfig extends Pick<RoundState, 'address' | 'overlap'> {
  readonly since: Date | 'now' | undefined
  readonly bookmark: Bookmark | undefined
  readonly source: '/store' | '/from'
}

/** The state of rounds that begin with a bookmark, if there is one, otherwise with `since`. */
export const resumeRounds = (clock: Clock, { address, overlap, since, bookmark, source }: ResumeConfig): RoundState => {
  const now = clock.wall()
  const { startedAt = since === 'now' ? now : undefined } = bookmark ?? {}
  const start = startedAt ?? (since === 'now' ? undefined : since?.getTime())
  const watermark = new Watermark(clock, start, overlap, now - (startedAt ?? now))
  if (bookmark?.position) watermark.resume(bookmark.position, source)
  // #sabotage: bookmark-rows
  const seen = seenRows(undefined, bookmark?.rows, bookmark?.position?.moment)
  return { address, overlap, startedAt, owner: rowOwner(bookmark?.userUuid), seen, watermark }
}

/** The bookmark after the last batch of a round. */
export const bookmarkAfter = (
  { address, overlap, owner, seen, startedAt, watermark }: RoundState,
  { checkpoint }: UpdatedBatch<unknown>,
): Bookmark => {
  const since = isSome(checkpoint) ? checkpoint.value.getTime() - overlap : -Infinity
  const userUuid = owner.uuid()
  return {
    format: 1,
    list: address,
    position: watermark.position(),
    rows: seen.rowsToKeep(since),
    ...(userUuid !== undefined && { userUuid }),
    ...(startedAt !== undefined && { startedAt }),
  }
}

/**
 * The stored bookmark without the rows that an unfinished round has changed, or `None` if there are none. It is stored
 * before or with the changed rows. So if the round fails, the next one does not mistake an old version for the emitted
 * one.
 */
export const bookmarkWithin = ({ seen }: RoundState, stored: Bookmark | undefined): Option<Bookmark> => {
  const rows = stored === undefined ? [] : seen.withoutChanged(stored.rows)
  // #sabotage: bookmark-changed-rows
  return stored === undefined || rows.length === stored.rows.length ? none : some({ ...stored, rows })
}

const syncOnce = <A>(connection: Connection, list: UpdatedList<A>, config: SyncConfig<A>): Observable<SyncBatch<A>> => {
  const decoded = decodeOptions(syncConfig, config)
  const { from, overlap = defaultOverlap, limit, runNow$ } = decoded
  const { operation } = list(none)
  const address = listAddress(list)
  if (from !== undefined && from.list !== address) throw wrongOption('/from', `a bookmark of ${address}`)
  const { process = () => EMPTY } = config

  const { since } = decoded
  const state = resumeRounds(connection.clock, { address, overlap, since, bookmark: from, source: '/from' })
  let stored = from
  let bookmark: Option<Bookmark> = none

  return readRound(connection, {
    operation,
    request: () => requestSince(list, state.watermark.ask(), limit),
    http: withPriority(decoded.priority ?? 'background', runNow$?.pipe(ignoreTeardownErrors))(connection.http),
    ...state,
    acknowledge: (batch) => {
      bookmark = batch.isLast ? some(bookmarkAfter(state, batch)) : bookmarkWithin(state, stored)
      stored = getOrElse(() => stored)(bookmark)
      return fromAsyncResult('/process', () => process({ ...batch, bookmark }))
    },
    config: decoded,
  }).pipe(map((batch) => ({ ...batch, bookmark })))
}

/** Like {@link sync}, but both functions are called at each subscription, and the requests are not checked. */
export const deferSync = <A>(
  connection: () => Connection,
  read: () => readonly [list: UpdatedList<A>, config: SyncConfig<A>],
): Stream<SyncBatch<A>> => defer(() => syncOnce(connection(), ...read()))
