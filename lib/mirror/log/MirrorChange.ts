import type { Feed } from '../core/Feed.js'

/** A position in the change log, as opaque text. It is valid for one database only; you may store it anywhere. */
export type ChangeCursor = string

/**
 * Where and when a change was logged.
 *
 * - `cursor`: the position after the change.
 * - `number`: changes are read in the order of their numbers, which have gaps. A process that has lost its consumer to
 *   another one may still deliver old changes. So write a change only if its number is higher than your last written
 *   change's.
 * - `at`: when its transaction began, by the database's clock.
 */
interface Logged {
  readonly user: string
  readonly cursor: ChangeCursor
  readonly number: number
  readonly at: Date
}

/**
 * A change in the change log. The changes of a user are in the order in which they were committed.
 *
 * - `Added`: a row is new, or has come back after its removal. `row`: the row as the client decoded it, as JSON;
 *   timestamps are ISO 8601 in UTC.
 * - `Changed`: a row differs from before.
 * - `Removed`: a row was removed. If its rows in the log were erased meanwhile, as `removedRows: 'delete'` does at
 *   once, the change that added it is missing.
 * - `Linked`: an account or a transaction continues another one under a new id, because its bank was connected again:
 *   `previousId` is the id before. It is logged once for each link. Move your own data about the row to the new id.
 * - `Unlinked`: a person has taken the link back.
 * - `NotCounted`: sums leave out the account `id` from now on, because the account `countedId` is the same one under
 *   another connection. It no longer applies once that account is removed.
 * - `Counted`: sums count the account again.
 * - `Erased`: a user was erased, or was deleted at the service and created again; with `itemId`, only an item with its
 *   accounts and their rows. Delete your copies of their rows. All earlier changes of the user, or the rows of the
 *   item, are deleted from the log.
 */
export type LoggedChange =
  | (Logged & {
      readonly _tag: 'Added' | 'Changed'
      readonly feed: Feed
      readonly id: string
      readonly row: Readonly<Record<string, unknown>>
    })
  | (Logged & { readonly _tag: 'Removed' | 'Counted'; readonly feed: Feed; readonly id: string })
  | (Logged & {
      readonly _tag: 'Linked' | 'Unlinked'
      readonly feed: Feed
      readonly id: string
      readonly previousId: string
    })
  | (Logged & {
      readonly _tag: 'NotCounted'
      readonly feed: Feed
      readonly id: string
      readonly countedId: string
    })
  | (Logged & { readonly _tag: 'Erased'; readonly itemId?: string })

/** Which changes are read. `Erased` is read whatever the feeds. */
export interface ChangeFilter {
  /** The users, at least one; default all. */
  readonly users?: ReadonlyArray<string>
  /** The feeds, at least one; default all. */
  readonly feeds?: ReadonlyArray<Feed>
}

/** The options of reading the change log. */
export interface ChangesConfig extends ChangeFilter {
  /** The cursor of the last change that was read before; default: the oldest change is read first. */
  readonly after?: ChangeCursor
  /** The maximum number of changes; default: all. */
  readonly limit?: number
}

/**
 * A change of a mirror.
 *
 * - `Listening`: all changes from now on are emitted. Earlier ones may be missing, so read again what you show.
 *   It is the first value, and comes again whenever a lost connection is replaced, and after `decide`.
 * - `Changed`: `count` rows of a `feed` of a `user` were changed or removed by committed transactions; `ids` has at
 *   most 100 of their ids.
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
