import { Subscription } from 'rxjs'
import type { Person } from './Person.js'
import type { Visit } from './World.js'

/** Who is subscribed to what. */
export interface Presence {
  readonly enter: (person: Person, operation: string, visit: Visit) => void
  /** Unsubscribes a user from everything. */
  readonly leave: (person: Person) => void
  /** The process ended: everybody is gone, and nobody unsubscribed. */
  readonly forget: (people: ReadonlyArray<Person>) => void
  readonly total: () => number
}

/** Nobody yet; `left` hears of operations that nobody is subscribed to any more, `entered` of each new subscriber. */
export const presence = (
  entered: (person: Person, operation: string) => void,
  left: (person: Person, operation: string) => void,
): Presence => {
  let visits = new Map<Person, Set<() => void>>()
  let total = 0

  const count = (person: Person, operation: string, by: 1 | -1): void => {
    total += by
    const now = (person.subscriptions.get(operation) ?? 0) + by
    person.subscriptions.set(operation, now)
    if (now === 0) left(person, operation)
  }

  return {
    total: () => total,
    enter: (person, operation, visit) => {
      const kept = visits
      const own = kept.get(person) ?? new Set<() => void>()
      kept.set(person, own)
      const subscription = new Subscription()
      const state = { isUnderWay: false, isOver: false }
      const over = (): void => {
        // What ends while it begins lets go of what it began once that is known.
        if (!state.isUnderWay || kept !== visits || !own.delete(over)) return
        subscription.unsubscribe()
        count(person, operation, -1)
      }
      const end = (): void => {
        state.isOver = true
        over()
      }
      own.add(over)
      count(person, operation, 1)
      entered(person, operation)
      subscription.add(visit(end))
      state.isUnderWay = true
      if (state.isOver) over()
    },
    leave: (person) => {
      for (const over of [...(visits.get(person) ?? [])]) over()
    },
    forget: (people) => {
      visits = new Map()
      total = 0
      for (const { subscriptions } of people) subscriptions.clear()
    },
  }
}
