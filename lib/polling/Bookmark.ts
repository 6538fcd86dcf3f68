import { check } from '../codec/check.js'
import { finite } from '../codec/finite.js'
import { object } from '../codec/object.js'

/** A row that was handed out: its `id`, when it was updated, and the hash of its content. */
export type KeptRow = readonly [id: string | null, updated: number | null, content: number]

/** A watermark as it is kept between two rounds; moments in milliseconds since 1970. */
export interface Position {
  /** The moment up to which all updates were handed out, by the service's clock. */
  readonly moment: number
  /** The moment that it was last set to, by an update or by `since`; from there it moves with the time. */
  readonly anchor: number
  /** When that was, by the clock of the process. */
  readonly at: number
  /** Whether the service's clock had not come to it in the round before, for the first time. */
  readonly isDoubted: boolean
}

/**
 * Where a list stands between two rounds of {@link UpdatableCollection.sync}: plain JSON, to be kept in the transaction that
 * writes the rows of the round, and given back unchanged as `from`.
 *
 * - `format`: of this JSON; another one is refused.
 * - `list`: the path and the query of the list; the bookmark of another one is refused.
 * - `position`: the watermark; `null` while no moment is known, so that the next round asks for everything again.
 * - `rows`: what was handed out of the time that the next round asks for again, 500 at most; beyond these, rows come again.
 */
export interface Bookmark {
  readonly format: 1
  readonly list: string
  readonly position: Position | null
  readonly rows: ReadonlyArray<KeptRow>
}

/** More rows are not kept. */
export const maxKeptRows = 500

const isPosition = (u: unknown): u is Position =>
  object.is(u) &&
  [u.moment, u.anchor, u.at].every((moment) => finite.is(moment) && Math.abs(moment) <= 8.64e15) &&
  typeof u.isDoubted === 'boolean'

const isKeptRow = (u: unknown): u is KeptRow =>
  Array.isArray(u) &&
  u.length === 3 &&
  (u[0] === null || typeof u[0] === 'string') &&
  (u[1] === null || finite.is(u[1])) &&
  finite.is(u[2])

/**
 * The codec of {@link Bookmark}; it accepts what {@link UpdatableCollection.sync} gave, also after JSON.
 *
 * @example
 * import { bookmark } from 'rxbank'
 *
 * const kept: unknown = JSON.parse('{"format":1,"list":"/v2/stocks/updated","position":null,"rows":[]}')
 * assert.strictEqual(bookmark.is(kept), true)
 */
export const bookmark = check(
  'a bookmark as sync gave it',
  (u): u is Bookmark =>
    object.is(u) &&
    u.format === 1 &&
    typeof u.list === 'string' &&
    (u.position === null || isPosition(u.position)) &&
    Array.isArray(u.rows) &&
    u.rows.length <= maxKeptRows &&
    u.rows.every(isKeptRow),
)
