import { oneOf, type Random, sized, whole } from '../random.js'
import { hour, second, span } from '../time.js'
import type { Person } from '../world/Person.js'
import { noteVersions } from '../world/replicas.js'
import { drawWriter } from '../world/service.js'
import type { World } from '../world/World.js'
import type { Kind } from './Kind.js'

/** No event, error or trace has it, though rows do. */
export const canary = 'canary-row-81c4'

/** One of the three writers of a service. */
const drawnWriter = (random: Random): number => whole(random, 0, 2)

/** How far the clock of a writer is ahead. */
const aheadOf = ({ service: { writers } }: World, writer: number): number => writers[writer] ?? 0

/** Rows were made or changed by a writer whose clock is ahead by so much. */
const note = ({ machine, notice }: World, person: Person, ids: ReadonlyArray<number>, ahead: number): void => {
  const now = Math.floor(machine.now())
  noteVersions(person, ids, now, now + ahead)
  notice.changed(person, ids, now + ahead)
}

const insert = (world: World, person: Person, count: number, ahead: number): void => {
  const ids = world.sandbox.insertTransactions(person.user.uuid, count, { clockSkew: ahead })
  person.made.push(...ids)
  if (person.made.length > 200) person.made.splice(0, 100)
  world.counts.add('rows inserted', count)
  note(world, person, ids, ahead)
}

/** Rows are made, mostly a few, at times many with one timestamp. */
export const inserted: Kind = {
  name: 'insert',
  to: 'user',
  daily: () => 1.2,
  draw: (random) => {
    const count = random() < 0.03 ? whole(random, 60, 150) : whole(random, 1, 4)
    const writer = drawnWriter(random)
    return {
      words: `${String(count)} transactions are made by writer ${String(writer)}`,
      run: (world, person) => insert(world, person, count, aheadOf(world, writer)),
    }
  },
}

const change = (world: World, person: Person, id: number, isDeleted: boolean, writer: number): void => {
  const ahead = aheadOf(world, writer)
  if (isDeleted) {
    person.made.splice(person.made.indexOf(id), 1)
    world.sandbox.deleteTransaction(id, { clockSkew: ahead })
  } else
    world.sandbox.updateTransaction(id, { description: `${canary} ${String(world.random())}` }, { clockSkew: ahead })
  world.counts.add(isDeleted ? 'rows deleted' : 'rows updated')
  note(world, person, [id], ahead)
}

const changed = (name: string, daily: number, words: string, isDeleted: boolean): Kind => ({
  name,
  to: 'user',
  daily: () => daily,
  draw: (random) => {
    const place = random()
    const writer = drawnWriter(random)
    return {
      words: `${words} by writer ${String(writer)}`,
      run: (world, person) => {
        const id = person.made[Math.floor(place * person.made.length)]
        if (id !== undefined) change(world, person, id, isDeleted, writer)
      },
    }
  },
})

/** A row changes. */
export const updated = changed('update', 0.8, 'a transaction is changed', false)

/** A row is deleted: its tombstone is among the updates. */
export const deleted = changed('delete', 0.4, 'a transaction is deleted', true)

/** A row is made, and changed or deleted soon after, at times by another writer. */
export const soonChanged: Kind = {
  name: 'soon changed',
  to: 'user',
  daily: () => 0.9,
  draw: (random) => {
    const ms = oneOf(random, [sized(random, second, hour), whole(random, second, 3 * hour)])
    const isDeleted = random() < 0.5
    const [first, other] = [drawnWriter(random), drawnWriter(random)]
    return {
      words: `a transaction is made by writer ${String(first)}, and ${isDeleted ? 'deleted' : 'changed'} ${span(ms)} later by writer ${String(other)}`,
      run: (world, person) => {
        insert(world, person, 1, aheadOf(world, first))
        const id = person.made.at(-1) ?? 0
        world.returning(ms, () => {
          if (person.made.includes(id)) change(world, person, id, isDeleted, other)
        })
      },
    }
  },
}

/** The clock of a writer is set: right, or ahead or behind. */
export const writerSet: Kind = {
  name: 'writer set',
  to: 'world',
  daily: () => 1,
  draw: (random) => {
    const writer = whole(random, 1, 2)
    return {
      words: `the clock of writer ${String(writer)} is set`,
      run: ({ service, random: own }) => {
        service.writers[writer] = drawWriter(own, service)
      },
    }
  },
}

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
