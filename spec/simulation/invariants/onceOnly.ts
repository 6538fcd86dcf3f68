import { textSeed } from '../../../lib/sandbox/random.js'
import { stampOf } from '../world/Row.js'
import type { Person } from '../world/Person.js'
import type { Invariant } from './Invariant.js'
import { operationOf, stepsBack } from './stepsBack.js'

/** A row as it was told; by a fault it may come without its time, or with what it has not. */
interface Version {
  readonly stamp: number | undefined
  readonly content: number
}

const isOlder = ({ stamp }: Version, before: Version | undefined): boolean =>
  stamp !== undefined && before?.stamp !== undefined && stamp < before.stamp

/** Within a subscription a version of a row comes once; after a crash it may come again. */
export const onceOnly: Invariant = {
  name: 'a watcher is told a version of a row once, but in a round that stepped back, and no older one after it',
  watch: ({ machine }, broken) => {
    const steps = stepsBack(machine)
    let told = new Map<string, Map<number, Version>>()
    const keyOf = (person: Person, operation: string): string => `${String(person.number)} ${operation}`
    return {
      crashed: () => {
        told = new Map()
        steps.crashed()
      },
      left: (person, operation) => {
        told.delete(keyOf(person, operation))
        steps.over(person, operation)
      },
      answered: steps.answered,
      event: steps.event,
      saved: (person, key) => {
        steps.over(person, operationOf(key))
      },
      told: (person, operation, rows) => {
        const key = keyOf(person, operation)
        const known = told.get(key) ?? new Map<number, Version>()
        told.set(key, known)
        for (const row of rows) {
          const before = known.get(row.id)
          const now = { stamp: stampOf(row), content: textSeed(JSON.stringify(row)) }
          known.set(row.id, now)
          const who = `row ${String(row.id)} of user ${String(person.number)}`
          if (before?.content === now.content && !steps.isUnderWay(person, operation)) broken(`${who} comes again`)
          if (isOlder(now, before)) broken(`${who} comes older`)
        }
      },
    }
  },
}
