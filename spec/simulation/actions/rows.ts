import { oneOf, sized, whole } from '../random.js'
import { minute, second, span } from '../time.js'
import type { Person } from '../world/Person.js'
import type { World } from '../world/World.js'
import type { Kind } from './Kind.js'

/** No event, error or trace has it, though rows do. */
export const canary = 'canary-row-81c4'

/** Makes rows of a user; answers their ids. */
export const insert = (world: World, person: Person, count: number): ReadonlyArray<number> => {
  const ids = world.sandbox.insertTransactions(person.user.uuid, count)
  person.made.push(...ids)
  if (person.made.length > 200) person.made.splice(0, 100)
  world.counts.add('rows inserted', count)
  world.notice.changed(person, ids)
  return ids
}

/** Rows are made, mostly a few, at times many with one timestamp. */
export const inserted: Kind = {
  name: 'insert',
  to: 'user',
  daily: () => 1.2,
  draw: (random) => {
    const count = random() < 0.03 ? whole(random, 60, 150) : whole(random, 1, 4)
    return {
      words: `${String(count)} transactions are made`,
      run: (world, person) => void insert(world, person, count),
    }
  },
}

/** Rows are made, and the service shows them later than their timestamp says. */
export const late: Kind = {
  name: 'late rows',
  to: 'user',
  daily: () => 0.3,
  draw: (random) => {
    const ms = sized(random, second, 4 * minute)
    const count = whole(random, 1, 3)
    return {
      words: `${String(count)} transactions are made that are shown ${span(ms)} late`,
      run: (world, person) => {
        for (const id of insert(world, person, count)) person.hidden.set(id, world.machine.now() + ms)
      },
    }
  },
}

const changed = (name: string, daily: number, words: string, change: (world: World, id: number) => void): Kind => ({
  name,
  to: 'user',
  daily: () => daily,
  draw: (random) => {
    const place = random()
    return {
      words,
      run: (world, person) => {
        const index = Math.floor(place * person.made.length)
        const [id] = name === 'delete' ? person.made.splice(index, 1) : person.made.slice(index, index + 1)
        if (id === undefined) return
        change(world, id)
        world.counts.add(`rows ${name}d`)
        world.notice.changed(person, [id])
      },
    }
  },
})

/** A row changes. */
export const updated = changed('update', 0.8, 'a transaction is changed', ({ sandbox }, id) =>
  sandbox.updateTransaction(id, { description: canary }),
)

/** A row is deleted: its tombstone is among the updates. */
export const deleted = changed('delete', 0.4, 'a transaction is deleted', ({ sandbox }, id) =>
  sandbox.deleteTransaction(id),
)

/** A holding changes. */
export const traded: Kind = {
  name: 'trade',
  to: 'user',
  daily: () => 0.1,
  draw: (random) => {
    const quantity = whole(random, 1, 500)
    return {
      words: 'a holding changes',
      run: (world, person) => {
        const id = oneOf(world.random, person.user.stockIds)
        world.sandbox.updateStock(id, { quantity })
        if (person.habits.watchesStocks) world.notice.changed(person, [id])
      },
    }
  },
}
