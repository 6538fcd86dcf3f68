import { stampOf } from '../world/Row.js'
import type { Sent } from '../world/Sent.js'
import type { Invariant } from './Invariant.js'
import { stepsBack, watcherKey } from './stepsBack.js'

/** What hands a row out that is stamped earlier says so: somebody's clock is wrong, or a replica behind. */
export const setBack: Invariant = {
  name: 'a row that comes with an earlier stamp than before is told on events$',
  watch: ({ machine }, broken) => {
    const steps = stepsBack(machine)
    let reported = new Map<string, Map<number, number>>()
    /** The watchers whose last response had rows that were told on `events$`. Their batches can come later: a sink is slow. */
    const isReported = new Set<string>()
    let last: Sent | undefined

    return {
      crashed: () => {
        reported = new Map()
        steps.crashed()
      },
      left: (person, operation) => {
        reported.delete(watcherKey(person, operation))
        steps.over(person, operation)
      },
      answered: (sent) => {
        last = sent
        if (sent.person) isReported.delete(watcherKey(sent.person, sent.request.operation))
        steps.answered(sent)
      },
      event: (event) => {
        steps.event(event)
        if (event._tag === 'RowsReverted' && event.emitted > 0 && last?.person)
          isReported.add(watcherKey(last.person, event.operation))
      },
      reported: (person, operation, rows) => {
        const known = reported.get(watcherKey(person, operation)) ?? new Map<number, number>()
        reported.set(watcherKey(person, operation), known)
        for (const row of rows) {
          const [before = -Infinity, stamp] = [known.get(row.id), stampOf(row)]
          if (stamp === undefined) continue
          if (stamp < before && !isReported.has(watcherKey(person, operation)) && !steps.isUnderWay(person, operation))
            broken(`row ${String(row.id)} of user ${String(person.number)} comes with an earlier stamp`)
          known.set(row.id, stamp)
        }
      },
    }
  },
}
