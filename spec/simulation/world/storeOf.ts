import { fromNullable } from 'fp-ts/lib/Option.js'
import { concat, defer, EMPTY, of } from 'rxjs'
import type { Bookmark, CheckpointStore } from '../../../lib/streams/polling/Bookmark.js'
import type { Person } from './Person.js'
import { workOf } from './workOf.js'
import type { World } from './World.js'

/** The checkpoint of a bookmark; `-Infinity` if it has none. */
export const checkpointTime = ({ position }: Bookmark): number =>
  position === null ? -Infinity : new Date(position.moment).getTime()

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
        world.notice.saved(person, key, bookmark)
        person.bookmarks.set(key, bookmark)
        return EMPTY
      }),
    ),
})
