import { sized, whole } from '../random.js'
import { minute, second, span } from '../time.js'
import { everybodyLeaves } from './away.js'
import type { Kind } from './Kind.js'

/** The network is slow, and those who wait lose patience: at times everybody leaves, comes back and leaves again. */
export const slowNetwork: Kind = {
  name: 'slow network',
  to: 'world',
  daily: () => 1,
  draw: (random) => {
    const ms = sized(random, minute, 40 * minute)
    const departures = random() < 0.7 ? whole(random, 4, 15) : 0
    const isRestarted = random() < 0.4
    const between = whole(random, 2, 12) * second
    return {
      words: `the network is slow for ${span(ms)}${isRestarted ? ', the process begins again' : ''}${departures === 0 ? '' : `, and everybody leaves ${String(departures)} times`}`,
      run: (world, person) => {
        world.travel.slowUntil = world.machine.now() + ms
        world.disturb(world.people, ms + 15 * minute)
        world.counts.add('slow networks')
        if (isRestarted) world.crash(0)
        for (let departure = 0; departure < departures; departure++) {
          world.returning(departure * between, () => everybodyLeaves(second).run(world, person))
        }
      },
    }
  },
}
