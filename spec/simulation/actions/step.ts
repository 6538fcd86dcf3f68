import { oneOf, sized } from '../random.js'
import { hour, second, span } from '../time.js'
import type { Kind } from './Kind.js'

/** Somebody sets the wall clock, or the machine finds out what the time is. */
export const step: Kind = {
  name: 'step',
  to: 'world',
  daily: () => 1,
  draw: (random) => {
    const ms = random() < 0.5 ? undefined : oneOf(random, [1, -1]) * sized(random, 5 * second, 9 * hour)
    return {
      words: ms === undefined ? 'the wall clock is set right' : `the wall clock is set by ${span(ms)}`,
      run: ({ machine, counts }) => {
        machine.stepWall(ms ?? machine.now() - machine.clock().wall())
        counts.add('wall clock set')
      },
    }
  },
}
