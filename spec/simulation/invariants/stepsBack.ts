import type { ClientEvent } from '../../../lib/event/ClientEvent.js'
import { minute } from '../time.js'
import type { Machine } from '../world/machine.js'
import type { Person } from '../world/Person.js'
import type { Sent } from '../world/Sent.js'

/** Which watchers are in a round that began again from an earlier moment, for the service's `Date` had proved wrong. */
export interface StepsBack {
  readonly isUnderWay: (person: Person, operation: string) => boolean
  /** An answer is given to the client: what the client says meanwhile it says of this one. */
  readonly answered: (sent: Sent) => void
  readonly event: (event: ClientEvent) => void
  /** The round is over, or nobody reads it any more. */
  readonly over: (person: Person, operation: string) => void
  readonly crashed: () => void
}

const keyOf = (person: Person, operation: string): string => `${String(person.number)} ${operation}`

/** Hears of them by `events$`, which says so before the round begins again; no right time is a reason for one. */
export const stepsBack = (machine: Machine): StepsBack => {
  const underWay = new Set<string>()
  let last: Sent | undefined
  return {
    isUnderWay: (person, operation) => underWay.has(keyOf(person, operation)),
    answered: (sent) => {
      last = sent
    },
    event: (event) => {
      if (event._tag !== 'Restarted' || event.error._tag !== 'ConfigError') return
      const person = last?.person
      if (person !== undefined && machine.now() - person.liedAt < minute) underWay.add(keyOf(person, event.operation))
    },
    over: (person, operation) => {
      underWay.delete(keyOf(person, operation))
    },
    crashed: () => underWay.clear(),
  }
}

/** Which watcher a key of a store is of. */
export const operationOf = (storeKey: string): string =>
  storeKey.includes('/stocks.') ? 'stocks.updated' : 'transactions.updated'
