import { sized } from '../random.js'
import { hour, minute, second, span } from '../time.js'
import type { Kind } from './Kind.js'

/** The process ends without a word; the next one begins from the stores. */
export const crash: Kind = {
  name: 'crash',
  to: 'world',
  daily: () => 1,
  draw: (random) => {
    const downtime = random() < 0.3 ? 0 : sized(random, second, 6 * hour)
    return {
      words: `the process is killed, and begins again ${span(downtime)} later`,
      run: (world) => {
        world.crash(downtime)
        world.disturb(world.people, downtime + 10 * minute)
      },
    }
  },
}
