import type { Person } from '../world/Person.js'
import { stampOf } from '../world/Row.js'
import type { Invariant } from './Invariant.js'
import { stepsBack } from './stepsBack.js'

/** What hands a row out that is stamped earlier says so: somebody's clock is wrong, or a replica behind. */
export const setBack: Invariant = {
  name: 'a row that comes with an earlier stamp than before is told on events$',
  watch: ({ machine }, broken) => {
    const steps = stepsBack(machine)
    let told = new Map<string, Map<number, number>>()
    let isTold = false
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
      answered: (sent) => {
        isTold = false
        steps.answered(sent)
      },
      event: (event) => {
        steps.event(event)
        if (event._tag === 'RowsSetBack' && event.emitted > 0) isTold = true
      },
      told: (person, operation, rows) => {
        const known = told.get(keyOf(person, operation)) ?? new Map<number, number>()
        told.set(keyOf(person, operation), known)
        for (const row of rows) {
          const [before = -Infinity, stamp] = [known.get(row.id), stampOf(row)]
          if (stamp === undefined) continue
          if (stamp < before && !isTold && !steps.isUnderWay(person, operation))
            broken(`row ${String(row.id)} of user ${String(person.number)} comes with an earlier stamp`)
          known.set(row.id, stamp)
        }
      },
    }
  },
}
