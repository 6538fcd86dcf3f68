import { whole } from '../random.js'
import type { Kind } from './Kind.js'

/** The platform hints that time may have passed, or that the network is back: mostly several times at once. */
export const wake: Kind = {
  name: 'wake',
  to: 'world',
  daily: () => 2,
  draw: (random) => {
    const hints = whole(random, 1, 4)
    return {
      words: `the platform hints ${String(hints)} times that time may have passed`,
      run: ({ machine, counts }) => {
        for (let hint = 0; hint < hints; hint++) machine.wake()
        counts.add('hints of the platform', hints)
      },
    }
  },
}
