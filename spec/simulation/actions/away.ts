import { sized } from '../random.js'
import { hour, minute, second, span } from '../time.js'
import type { Person } from '../world/Person.js'
import type { World } from '../world/World.js'
import type { Deed, Kind } from './Kind.js'

const leave = (world: World, people: ReadonlyArray<Person>, ms: number): void => {
  for (const person of people) {
    person.isAway = true
    world.leave(person)
  }
  world.counts.add('users who left', people.length)
  world.disturb(people, ms + 10 * minute)
}

/** Lets users come back; where the process died meanwhile, the next one has them anyway. */
const comeBack = (world: World, people: ReadonlyArray<Person>): void => {
  for (const person of people) {
    person.isAway = false
    if (person.subscriptions.size === 0 || Array.from(person.subscriptions.values()).every((count) => count === 0))
      world.enter(person)
  }
}

const absence = (ms: number, who: string, whom: (world: World, person: Person) => ReadonlyArray<Person>): Deed => ({
  words: `${who} unsubscribes from everything for ${span(ms)}`,
  run: (world, person) => {
    const people = whom(world, person).filter(({ isAway }) => !isAway)
    leave(world, people, ms)
    world.returning(ms, () => comeBack(world, people))
  },
})

/** A user unsubscribes from everything, and comes back. */
export const away: Kind = {
  name: 'away',
  to: 'user',
  daily: () => 0.3,
  draw: (random) => absence(sized(random, second, 5 * hour), 'the user', (_, person) => [person]),
}

/** All users do, for so long. */
export const everybodyLeaves = (ms: number): Deed => absence(ms, 'everybody', ({ people }) => people)

/** All users do. */
export const allAway: Kind = {
  name: 'all away',
  to: 'world',
  daily: () => 0.5,
  draw: (random) => everybodyLeaves(sized(random, second, 5 * hour)),
}
