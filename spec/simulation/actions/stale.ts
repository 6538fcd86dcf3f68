import { sized } from '../random.js'
import { hour, minute, second, span } from '../time.js'
import type { Kind } from './Kind.js'
import { insert } from './rows.js'

/**
 * A row is made and then changed or deleted, and a replica that is behind goes on to show it as it was.
 *
 * It notes in `person.stale` since when the row was so, and until when that is shown; world/laggingReplica.ts shows it.
 */
export const stale: Kind = {
  name: 'stale row',
  to: 'user',
  daily: () => 0.3,
  draw: (random) => {
    const lag = sized(random, second, 10 * minute)
    const shown = sized(random, minute, 5 * hour)
    const isDeleted = random() < 0.7
    const change = isDeleted ? 'deleted' : 'changed'
    return {
      words: `a transaction is made, ${change} ${span(lag)} later, and shown as it was for ${span(shown)}`,
      run: (world, person) => {
        const [id] = insert(world, person, 1)
        if (id === undefined) return
        person.made.pop()
        const since = Math.floor(world.machine.now())
        world.returning(lag, () => {
          if (isDeleted) world.sandbox.deleteTransaction(id)
          else world.sandbox.updateTransaction(id, { amount: 1 })
          world.counts.add(isDeleted ? 'rows deleted' : 'rows updated')
          world.notice.changed(person, [id])
          person.stale.set(id, { since, until: world.machine.now() + shown })
        })
      },
    }
  },
}
