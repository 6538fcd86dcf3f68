import * as t from 'io-ts'
import { finite } from '../codec/finite.js'
import { oneOf } from '../codec/oneOf.js'
import { record } from '../codec/record.js'
import { type Feed, feeds } from './Feed.js'

/** Some rows of a user were changed; `ids` has at most 100, and `count` says how many there were. */
const changed = record(
  'change',
  {
    _tag: t.literal('Changed'),
    user: t.string,
    feed: oneOf<Feed>(...feeds),
    ids: t.readonlyArray(t.string),
    count: finite,
  },
  {},
)

const erased = record('erasure', { _tag: t.literal('Erased'), user: t.string }, {})

/** The codec of what a mirror notifies. */
export const notified = t.union([changed, erased])

/** What a mirror notifies of its own transactions. */
export type Notified = t.TypeOf<typeof notified>

/** More ids are not told: PostgreSQL takes 8000 bytes. */
const mostIds = 100

/** What is told of rows that were changed. */
export const changeOf = (user: string, feed: Feed, ids: ReadonlyArray<string>): Notified => ({
  _tag: 'Changed',
  user,
  feed,
  ids: ids.slice(0, mostIds),
  count: ids.length,
})

/**
 * What has changed in a mirror.
 *
 * - `Listening`: from now on all changes are told; what came before may have been missed, so read what you show. It comes
 *   first, and again after each time that the connection was lost.
 * - `Changed`: rows of a `feed` of a `user` were written or removed, in a transaction that is committed: their `ids`, 100
 *   at most, of `count`.
 * - `Erased`: a `user` was erased.
 */
export type MirrorChange =
  | { readonly _tag: 'Listening' }
  | {
      readonly _tag: 'Changed'
      readonly user: string
      readonly feed: Feed
      readonly ids: ReadonlyArray<string>
      readonly count: number
    }
  | { readonly _tag: 'Erased'; readonly user: string }
