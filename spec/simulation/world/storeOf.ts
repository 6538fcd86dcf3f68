import { fromNullable } from 'fp-ts/lib/Option.js'
import { concat, defer, EMPTY, of } from 'rxjs'
import type { Bookmark, CheckpointStore } from '../../../lib/streams/polling/Bookmark.js'
import type { Person } from './Person.js'
import { workOf } from './workOf.js'
import type { World } from './World.js'

/** The checkpoint of a bookmark; `-Infinity` if it has none. */
export const checkpointTime = ({ position }: Bookmark): number =>
  position === null ? -Infinity : new Date(position.moment).getTime()

/** Whether a bookmark is one that is stored, without some of its rows. */
const isShortened = (stored: Bookmark | undefined, bookmark: Bookmark): boolean => {
  if (stored === undefined || bookmark.rows.length >= stored.rows.length) return false
  const storedRows = new Set(stored.rows.map((row) => JSON.stringify(row)))
  const isStored = bookmark.rows.every((row) => storedRows.has(JSON.stringify(row)))
  return isStored && JSON.stringify({ ...bookmark, rows: [] }) === JSON.stringify({ ...stored, rows: [] })
}

/** The bookmarks of a user, in a store that works as well as it does at the moment. */
export const storeOf = (world: World, person: Person): CheckpointStore => ({
  load: (key) =>
    concat(
      workOf(world, person.store),
      defer(() => of(fromNullable(person.bookmarks.get(key)))),
    ),
  save: (key, bookmark) =>
    concat(
      workOf(world, person.store),
      defer(() => {
        const news = isShortened(person.bookmarks.get(key), bookmark) ? 'shortened' : 'saved'
        world.notice[news](person, key, bookmark)
        person.bookmarks.set(key, bookmark)
        return EMPTY
      }),
    ),
})
