import { none, type Option } from 'fp-ts/lib/Option.js'
import { defaultIfEmpty, defer, type Observable, type ObservableInput, take, tap } from 'rxjs'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { finite } from '../../base/codec/numbers.js'
import { object } from '../../base/codec/object.js'
import { timestamp } from '../../base/codec/timestamp.js'
import { wrongOption } from '../../base/error/decodeOptions.js'
import { ignoreTeardownErrors } from '../../base/platform/ignoreTeardownErrors.js'
import type { AsyncResult } from './AsyncResult.js'

/**
 * Stores the bookmark of a watcher, so that the watcher continues from it after a restart.
 *
 * Both functions return an Observable or a Promise. A {@link Bookmark} is plain JSON: store it as JSON, and load it
 * unchanged. The key is a text such as `https://bank.example/transactions.updated?external_user_id=A6J`: the address of
 * the service, the operation and the user. Watchers that differ in any of these have different keys. A key may contain
 * any character, because an `externalUserId` may.
 *
 * - `load`: emits the bookmark that is stored under a key, or `None`; its first value counts.
 * - `save`: completes when the bookmark is stored durably; its values are ignored.
 */
export interface CheckpointStore {
  readonly load: (key: string) => ObservableInput<Option<Bookmark>>
  readonly save: (key: string, bookmark: Bookmark) => AsyncResult
}

/**
 * A row that was emitted: its `id`, its `updated_at`, and the hash of its content. Only a row without `updated_at` that
 * was missing in the last round has a `watermark`, from the end of the last round that had the row.
 */
export type SeenRow = readonly [id: string | null, updated: number | null, content: number, watermark?: number]

/** The stored form of a watermark, between two rounds. Times are in milliseconds since 1970. */
export interface Position {
  /** The time up to which all updates were emitted, by the service's clock. */
  readonly moment: number
  /** The time to which an update or `since` last set the watermark. From there it advances with the clock. */
  readonly anchor: number
  /** When the watermark was last set, by the clock of the process. */
  readonly at: number
  /** The same time by the service's clock; missing if the service sends no `Date`. */
  readonly serviceTime?: number | undefined
  /** Whether the watermark is set back by the next response whose `Date` is behind it. */
  readonly isDoubted: boolean
}

/**
 * The state of a list between two rounds. It is plain JSON.
 *
 * {@link UpdatableCollection.sync} emits it: store it in the transaction that writes the rows of its batch, and pass
 * the last one unchanged as `from` to the next round. {@link UpdatableCollection.watchUpdated} saves it in its
 * {@link CheckpointStore}.
 *
 * - `format`: the version of this JSON; any other is refused.
 * - `list`: the path and the query of the list; the bookmark of another list is refused.
 * - `position`: the watermark; `null` if no time is known, so that the next round reads everything again.
 * - `rows`: the emitted rows that the next round reads again because they lie within `overlap`, 500 at most. If there
 *   are more rows, the next round emits the others again.
 * - `userUuid`: the uuid of the user whose rows these are, from the token; missing without a token. If the next round
 *   gets a token of another user, it reads everything again.
 * - `startedAt`: with `since: 'now'`, when the watcher first started, in milliseconds since 1970.
 */
export interface Bookmark {
  readonly format: 1
  readonly list: string
  readonly position: Position | null
  readonly rows: ReadonlyArray<SeenRow>
  readonly userUuid?: string | undefined
  readonly startedAt?: number | undefined
}

/**
 * The ids of the rows that the next round recognizes, if it reads them again. Rows whose `updated_at` is further ahead
 * than `overlap` are omitted, because this time is wrong and they would stay in the bookmark until then.
 */
export const recentIds = ({ position, rows }: Bookmark, overlap: number): ReadonlySet<string> => {
  const latest = position === null ? Infinity : position.moment + overlap
  return new Set(rows.flatMap(([id, updated]) => (id !== null && (updated ?? -Infinity) <= latest ? [id] : [])))
}

/** The maximum number of rows in a bookmark. */
export const maxSeenRows = 500

const isTime = (u: unknown): u is number => finite.is(u) && timestamp.is(new Date(u))

const isPosition = (u: unknown): u is Position =>
  object.is(u) && [u.moment, u.anchor, u.at, u.serviceTime ?? 0].every(isTime) && typeof u.isDoubted === 'boolean'

const isSeenRow = (u: unknown): u is SeenRow =>
  Array.isArray(u) &&
  (u.length === 3 || (u.length === 4 && finite.is(u[3]))) &&
  (u[0] === null || typeof u[0] === 'string') &&
  (u[1] === null || finite.is(u[1])) &&
  finite.is(u[2])

/**
 * The codec of {@link Bookmark}. It accepts a bookmark of `sync` or of a checkpoint store, even after `JSON.stringify`
 * and `JSON.parse`.
 *
 * @example
 * import { bookmark } from 'rxbank/codec'
 *
 * const stored: unknown = JSON.parse('{"format":1,"list":"/v2/stocks/updated","position":null,"rows":[]}')
 * assert.strictEqual(bookmark.is(stored), true)
 */
export const bookmark = guardCodec(
  'a bookmark of sync or watchUpdated',
  (u): u is Bookmark =>
    object.is(u) &&
    u.format === 1 &&
    typeof u.list === 'string' &&
    (u.position === null || isPosition(u.position)) &&
    Array.isArray(u.rows) &&
    u.rows.length <= maxSeenRows &&
    u.rows.every(isSeenRow) &&
    (u.userUuid === undefined || typeof u.userUuid === 'string') &&
    (u.startedAt === undefined || isTime(u.startedAt)),
)

const isStored = (u: unknown, list: string): u is Option<Bookmark> =>
  object.is(u) && (u._tag === 'None' || (u._tag === 'Some' && bookmark.is(u.value) && u.value.list === list))

/**
 * Emits the bookmark of a list under a key of a store, or `None`, and completes. Errors with a `ConfigError` if the
 * store emits anything else, such as the bookmark of another list.
 */
export const loadBookmark = (store: CheckpointStore, key: string, list: string): Observable<Option<Bookmark>> =>
  defer(() => store.load(key)).pipe(
    ignoreTeardownErrors,
    take(1),
    defaultIfEmpty(none),
    tap((stored) => {
      if (!isStored(stored, list)) throw wrongOption('/store', `load to emit None, or Some of a bookmark of ${list}`)
    }),
  )
