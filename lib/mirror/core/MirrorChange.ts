import * as t from 'io-ts'
import { finite } from '../../base/codec/finite.js'
import { oneOf } from '../../base/codec/oneOf.js'
import { record } from '../../base/codec/record.js'
import { type Feed, feeds } from './Feed.js'

/**
 * The codec of a notification about changed rows of a user. `count` is the number of rows; `ids` has at most 100 of their
 * ids.
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

/** The codec of a notification. */
export const changeNotification = t.union([changed, erased])

/** A notification that a mirror sends about its own transaction. */
export type ChangeNotification = t.TypeOf<typeof changeNotification>

/** The maximum number of ids in a notification, whose payload PostgreSQL limits to 8000 bytes. */
const maxIds = 100

/** Creates the notification about changed rows of a feed. */
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
 * - `Listening`: all changes from now on are emitted. Earlier ones may be missing, so read again what you show.
 *   It is the first value, and comes again whenever a lost connection is replaced.
 * - `Changed`: a committed transaction has changed or removed `count` rows of a `feed` of a `user`; `ids` has at most 100
 *   of their ids. After `decide`, `count` is 0: no row has changed.
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
