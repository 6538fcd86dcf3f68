import { checkpointTime } from '../world/storeOf.js'
import type { Invariant } from './Invariant.js'
import { operationOf, stepsBack } from './stepsBack.js'

/** Checkpoints go on, and not too far. */
export const checkpoints: Invariant = {
  name: 'checkpoints never move back, but in a round that stepped back, and are never ahead of the service',
  watch: ({ machine, service }, broken) => {
    const steps = stepsBack(machine)
    return {
      crashed: steps.crashed,
      left: steps.over,
      answered: steps.answered,
      event: steps.event,
      saved: (person, key, bookmark) => {
        const checkpoint = checkpointTime(bookmark)
        const operation = operationOf(key)
        const before = person.bookmarks.get(key)
        const who = `the checkpoint of user ${String(person.number)}`
        const isBack = before !== undefined && checkpoint < checkpointTime(before)
        if (isBack && !steps.isUnderWay(person, operation)) broken(`${who} moves back`)
        // Where no time is told, the stamp of a writer stands for it.
        if (checkpoint > machine.now() + service.spread) broken(`${who} is ahead of the service`)
        steps.over(person, operation)
      },
    }
  },
}
