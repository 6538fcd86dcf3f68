import { getOrElse } from 'fp-ts/lib/Option.js'
import type { ClientEvent } from '../../../lib/base/event/ClientEvent.js'
import { minute } from '../time.js'
import type { Machine } from '../world/machine.js'
import type { Person } from '../world/Person.js'
import type { Sent } from '../world/Sent.js'

/**
 * Which watchers are in a round that began again from an earlier moment: the service's `Date` had proved wrong, or the
 * service refused the moment that the round asked from.
 */
export interface StepsBack {
  readonly isUnderWay: (person: Person, operation: string) => boolean
  /** An answer is given to the client: what the client says meanwhile it says of this one. */
  readonly answered: (sent: Sent) => void
  readonly event: (event: ClientEvent) => void
  /** The round is over, or nobody reads it any more. */
  readonly over: (person: Person, operation: string) => void
  readonly crashed: () => void
}

/** The watcher of a person's operation, as a key. */
export const watcherKey = (person: Person, operation: string): string => `${String(person.number)} ${operation}`

/** Hears of them by `events$`, which says so before the round begins again; no right time is a reason for one. */
export const stepsBack = (machine: Machine): StepsBack => {
  const underWay = new Set<string>()
  let last: Sent | undefined
  return {
    isUnderWay: (person, operation) => underWay.has(watcherKey(person, operation)),
    answered: (sent) => {
      last = sent
    },
    event: (event) => {
      if (event._tag !== 'Restarted') return
      const { error, operation } = event
      const person = last?.person
      const isLie = person !== undefined && error._tag === 'ConfigError' && machine.now() - person.liedAt < minute
      // The service refused the moment that the round asked from, so the round reads everything.
      const isRefused = error._tag === 'StatusError' && getOrElse(() => 1)(error.page) === 1
      if (person !== undefined && (isLie || isRefused)) underWay.add(watcherKey(person, operation))
    },
    over: (person, operation) => {
      underWay.delete(watcherKey(person, operation))
    },
    crashed: () => underWay.clear(),
  }
}

/** Which watcher a key of a store is of. */
export const operationOf = (storeKey: string): string =>
  storeKey.includes('/stocks.') ? 'stocks.updated' : 'transactions.updated'
