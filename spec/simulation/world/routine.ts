import { minute } from '../time.js'
import type { Person } from './Person.js'
import { receiveTokens } from './receiveTokens.js'
import { watch } from './watch.js'
import type { World } from './World.js'

/** Subscribes to something of a user, and again ten minutes after it errors: what a supervisor does. */
const supervised = (world: World, person: Person, operation: string, subscribe: Subscribe): void => {
  world.visit(person, operation, (end) =>
    subscribe((error) => {
      end()
      world.notice.failed(person, operation, error)
      world.disturb([person], 12 * minute)
      world.machine.later(10 * minute, () => {
        if (!person.isAway && (person.subscriptions.get(operation) ?? 0) === 0)
          supervised(world, person, operation, subscribe)
      })
    }),
  )
}

type Subscribe = (onError: (error: unknown) => void) => () => void

/** What a user is subscribed to for good. */
export const routine = (world: World, person: Person): void => {
  supervised(world, person, 'transactions.updated', watch(world, person, 'transactions'))
  if (person.habits.watchesStocks) supervised(world, person, 'stocks.updated', watch(world, person, 'stocks'))
  if (person.habits.holdsToken) supervised(world, person, 'token$', receiveTokens(world, person))
}
