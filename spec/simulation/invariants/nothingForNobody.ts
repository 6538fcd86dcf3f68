import type { Invariant } from './Invariant.js'

/** Whoever unsubscribes stops what was begun for them. */
export const nothingForNobody: Invariant = {
  name: 'no request is sent or stays in flight, and no timer stays armed, for nobody',
  watch: (world, broken) => ({
    sent: ({ person, request: { operation } }) => {
      if (person === undefined) return
      const count =
        operation === 'authenticate' ? total(person.subscriptions) : (person.subscriptions.get(operation) ?? 0)
      if (count === 0) broken(`${operation} leaves for user ${String(person.number)}, and nobody is subscribed`)
    },
    left: (person, operation) => {
      const isAlone = total(person.subscriptions) === 0
      if (world.inFlight(person, operation) > 0) broken(`${operation} is in flight, and everybody has unsubscribed`)
      if (isAlone && world.inFlight(person) > 0) broken('a request is in flight, and everybody has unsubscribed')
      if (world.subscribed() > 0) return
      const timers = world.machine.timers()
      if (timers > 0) broken(`${String(timers)} timers are armed, and nobody is subscribed`)
    },
  }),
}

const total = (subscriptions: ReadonlyMap<string, number>): number => {
  let sum = 0
  for (const count of subscriptions.values()) sum += count
  return sum
}
