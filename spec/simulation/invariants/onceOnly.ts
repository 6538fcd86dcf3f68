import { textSeed } from '../../../lib/sandbox/random.js'
import { span } from '../time.js'
import { stampOf } from '../world/Row.js'
import type { Person } from '../world/Person.js'
import { credulity } from './checkpoints.js'
import type { Invariant } from './Invariant.js'

/** A row as it was told; by a fault it may come without its time, or with what it has not. */
interface Version {
  readonly stamp: number | undefined
  readonly content: number
}

const isOlder = ({ stamp }: Version, before: Version | undefined): boolean =>
  stamp !== undefined && before?.stamp !== undefined && stamp < before.stamp

/** Within a subscription a version of a row comes once; after a crash it may come again. */
export const onceOnly: Invariant = {
  name: `a watcher is told a version of a row once, but within ${span(credulity)} of a wrong time, and no older one after it`,
  watch: ({ machine }, broken) => {
    let told = new Map<string, Map<number, Version>>()
    const keyOf = (person: Person, operation: string): string => `${String(person.number)} ${operation}`
    return {
      crashed: () => {
        told = new Map()
      },
      left: (person, operation) => {
        told.delete(keyOf(person, operation))
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
          // What a wrong time has moved too far is read again.
          if (before?.content === now.content && machine.now() - person.liedAt >= credulity)
            broken(`${who} comes again`)
          if (isOlder(now, before)) broken(`${who} comes older`)
        }
      },
    }
  },
}
