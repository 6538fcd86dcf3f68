import { oneOf, sized } from '../random.js'
import { minute, second, span } from '../time.js'
import type { Trouble } from '../world/Trouble.js'
import { allAway } from './away.js'
import type { Kind } from './Kind.js'

const faults: ReadonlyArray<Trouble> = [
  { kind: 'disconnect' },
  { kind: 'silence' },
  { kind: 'server-error', status: 503 },
  { kind: 'status', status: 408 },
  { kind: 'rate-limit' },
]

/** The service is down for everybody; at times the process begins again meanwhile, and all ask at once. */
export const outage: Kind = {
  name: 'outage',
  to: 'world',
  daily: (faultRate) => faultRate * 4,
  draw: (random) => {
    const fault = oneOf(random, faults)
    const ms = sized(random, 20 * second, 40 * minute)
    const isRestarted = random() < 0.4
    const everybodyLeaves = random() < 0.4 ? allAway.draw(random) : undefined
    return {
      words: `every request meets ${fault.kind} for ${span(ms)}${isRestarted ? ', and the process begins again' : ''}`,
      run: (world, person) => {
        world.counts.add('outages')
        world.disturb(world.people, ms + 20 * minute)
        const down = world.people.map(({ faults: met }) => {
          const awaiting = { fault, left: Infinity }
          met.unshift(awaiting)
          return () => {
            if (met.includes(awaiting)) met.splice(met.indexOf(awaiting), 1)
          }
        })
        world.returning(ms, () => {
          for (const end of down) end()
        })
        if (isRestarted) world.crash(0)
        if (everybodyLeaves !== undefined) world.returning(ms / 2, () => everybodyLeaves.run(world, person))
      },
    }
  },
}
