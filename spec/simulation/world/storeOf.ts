import { fromNullable } from 'fp-ts/lib/Option.js'
import { concat, defer, EMPTY, of } from 'rxjs'
import type { CheckpointStore } from '../../../lib/streams/polling/Bookmark.js'
import type { Person } from './Person.js'
import { workOf } from './workOf.js'
import type { World } from './World.js'

/** The checkpoints of a user, in a store that works as well as it does at the moment. */
export const storeOf = (world: World, person: Person): CheckpointStore => ({
  load: (key) =>
    concat(
      workOf(world, person.store),
      defer(() => of(fromNullable(person.checkpoints.get(key)))),
    ),
  save: (key, checkpoint) =>
    concat(
      workOf(world, person.store),
      defer(() => {
        world.notice.saved(person, key, checkpoint)
        person.checkpoints.set(key, checkpoint)
        return EMPTY
      }),
    ),
})
