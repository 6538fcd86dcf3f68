import * as t from 'io-ts'
import { finite } from '../../base/codec/finite.js'
import { oneOf } from '../../base/codec/oneOf.js'
import { record } from '../../base/codec/record.js'
import { type Feed, feeds } from './Feed.js'

/**
 * The codec of a change of some rows of a user: `ids` has at most 100 of their ids, `count` is the number of all of
 * them.
 */
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

/** The codec of the notifications that a mirror sends. */
export const changeNotification = t.union([changed, erased])

/** A notification that a mirror sends about a transaction of its own. */
export type ChangeNotification = t.TypeOf<typeof changeNotification>

/** How many ids a notification has at most: PostgreSQL limits its payload to 8000 bytes. */
const maxIds = 100

/** The notification that rows of a feed were changed. */
export const changedRows = (user: string, feed: Feed, ids: ReadonlyArray<string>): ChangeNotification => ({
  _tag: 'Changed',
  user,
  feed,
  ids: ids.slice(0, maxIds),
  count: ids.length,
})

/**
 * A change of a mirror.
 *
 * - `Listening`: all changes from now on are emitted. Earlier ones may have been missed, so read again what you show.
 *   It is the first value, and is emitted again each time that a lost connection is replaced.
 * - `Changed`: a committed transaction has written or removed `count` rows of a `feed` of a `user`; `ids` has at most
 *   100 of their ids.
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
