import type { Feed } from './Feed.js'

/**
 * A change of a mirror.
 *
 * - `Listening`: all changes from now on are emitted. Earlier ones may be missing, so read again what you show.
 *   It is the first value, and comes again whenever a lost connection is replaced, and after `decide`.
 * - `Changed`: `count` rows of a `feed` of a `user` were changed or removed by committed transactions; `ids` has at most 100
 *   of their ids.
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

/** The maximum number of ids in a change. */
const maxIds = 100

/** Creates the change of rows of a feed. */
export const changedRows = (
  user: string,
  feed: Feed,
  ids: ReadonlyArray<string>,
): Extract<MirrorChange, { readonly _tag: 'Changed' }> => ({
  _tag: 'Changed',
  user,
  feed,
  ids: ids.slice(0, maxIds),
  count: ids.length,
})
