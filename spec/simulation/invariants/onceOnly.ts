import type { SeenRow } from '../../../lib/streams/polling/Bookmark.js'
import { textSeed } from '../../../lib/testing/sandbox/seededRandom.js'
import type { Person } from '../world/Person.js'
import type { Invariant } from './Invariant.js'
import { operationOf, stepsBack } from './stepsBack.js'

/** What is known of the rows of a bookmark. */
const onlyRows = (known: ReadonlyMap<number, number> | undefined, rows: ReadonlyArray<SeenRow>) => {
  const ids = new Set(rows.map(([id]) => Number(id)))
  return new Map(Array.from(known ?? []).filter(([id]) => ids.has(id)))
}

/**
 * Within a subscription a row comes again only if it is not as it came last: a replica that is behind may make it step
 * back and forth. After a restart it comes again only if it is not in the bookmark.
 */
export const onceOnly: Invariant = {
  name: 'a watcher is told a row again only if it has changed since, but in a round that stepped back',
  watch: ({ machine }, broken) => {
    const steps = stepsBack(machine)
    let reported = new Map<string, Map<number, number>>()
    const stored = new Map<string, ReadonlyMap<number, number>>()
    const keyOf = (person: Person, operation: string): string => `${String(person.number)} ${operation}`
    return {
      crashed: () => {
        reported = new Map()
        steps.crashed()
      },
      left: (person, operation) => {
        reported.delete(keyOf(person, operation))
        steps.over(person, operation)
      },
      answered: steps.answered,
      event: steps.event,
      saved: (person, storeKey, { rows }) => {
        const operation = operationOf(storeKey)
        steps.over(person, operation)
        const key = keyOf(person, operation)
        stored.set(key, onlyRows(reported.get(key), rows))
      },
      shortened: (person, storeKey, { rows }) => {
        const key = keyOf(person, operationOf(storeKey))
        stored.set(key, onlyRows(stored.get(key), rows))
      },
      reported: (person, operation, rows) => {
        const key = keyOf(person, operation)
        const known = reported.get(key) ?? new Map(stored.get(key))
        reported.set(key, known)
        for (const row of rows) {
          const before = known.get(row.id)
          const now = textSeed(JSON.stringify(row))
          known.set(row.id, now)
          const who = `row ${String(row.id)} of user ${String(person.number)}`
          if (before === now && !steps.isUnderWay(person, operation)) broken(`${who} comes again`)
        }
      },
    }
  },
}
