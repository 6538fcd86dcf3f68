import { hour, span } from '../time.js'
import type { Person } from '../world/Person.js'
import type { Invariant } from './Invariant.js'

/** For so long a wrong time may be believed: the round that was told it, and the one that finds out. */
export const credulity = 4 * hour

/** Checkpoints go on, and not too far. */
export const checkpoints: Invariant = {
  name: `checkpoints never move back, nor ahead of the service, but within ${span(credulity)} of a wrong time, or to mend that`,
  watch: ({ machine }, broken) => {
    const wrong = new Map<Person, Set<string>>()
    return {
      saved: (person, key, checkpoint) => {
        const before = person.checkpoints.get(key)
        const ahead = wrong.get(person) ?? new Set<string>()
        wrong.set(person, ahead)
        const wasAhead = ahead.delete(key)
        const isAhead = checkpoint.getTime() > machine.now()
        if (isAhead) ahead.add(key)
        if (machine.now() - person.liedAt < credulity) return
        const who = `the checkpoint of user ${String(person.number)}`
        if (before !== undefined && checkpoint < before && !wasAhead) broken(`${who} moves back`)
        if (isAhead) broken(`${who} is ahead of the service`)
      },
    }
  },
}
