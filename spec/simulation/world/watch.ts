import { isSome } from 'fp-ts/lib/Option.js'
import { concat, defer, EMPTY, type Observable } from 'rxjs'
import type { UpdatableCollection } from '../../../lib/client/UserClient.js'
import type { ChangesConfig } from '../../../lib/streams/polling/ChangesConfig.js'
import { beginning, hour } from '../time.js'
import type { Person } from './Person.js'
import { receive } from './receive.js'
import type { Row } from './Row.js'
import { storeOf } from './storeOf.js'
import { workOf } from './workOf.js'
import type { World } from './World.js'

const put = ({ sink }: Person, rows: ReadonlyArray<Row>): void => {
  for (const row of rows) sink.set(row.id, row)
}

/** Watches what changes in a list of a user, once an hour, into its sink. */
export const watch =
  (world: World, person: Person, list: 'transactions' | 'stocks') => (onError: (error: unknown) => void) => {
    const { notice, counts } = world
    const operation = `${list}.updated`

    const process = ({ resources }: { readonly resources: ReadonlyArray<unknown> }): Observable<never> =>
      defer(() => {
        const rows = resources as ReadonlyArray<Row>
        const half = Math.ceil(rows.length / 2)
        notice.reported(person, operation, rows)
        put(person, rows.slice(0, half))
        return concat(
          workOf(world, person.process),
          defer(() => {
            put(person, rows.slice(half))
            notice.kept(person, operation, rows)
            return EMPTY
          }),
        )
      })

    const config: ChangesConfig<unknown> = {
      since: new Date(beginning),
      every: hour,
      limit: person.habits.limit,
      overlap: world.service.overlap,
      process,
      store: storeOf(world, person),
    }
    const user = world.client().user(person.identity)
    const feed: Pick<UpdatableCollection<unknown>, 'watchUpdated'> = user[list]
    const subscription = feed.watchUpdated(config).subscribe({
      next: ({ resources, checkpoint }) => {
        counts.add('batches received')
        if (isSome(checkpoint)) notice.reached(person, checkpoint.value)
        counts.add('rows received', resources.length)
        receive(person)
      },
      error: onError,
    })
    return () => subscription.unsubscribe()
  }
