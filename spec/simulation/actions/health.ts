import { oneOf, sized } from '../random.js'
import { hour, minute, span } from '../time.js'
import type { Health } from '../world/Person.js'
import type { Kind } from './Kind.js'

const illness = (organ: 'process' | 'store', counted: string, what: string): Kind => ({
  name: `${organ} ill`,
  to: 'user',
  daily: () => 0.2,
  draw: (random) => {
    const health = oneOf<Health>(random, ['failing', 'hanging', 'slow'])
    const ms = sized(random, minute, 4 * hour)
    return {
      words: `${what} is ${health} for ${span(ms)}`,
      run: (world, person) => {
        person[organ] = health
        world.counts.add(`${counted} ${health}`)
        world.disturb([person], ms + 4 * hour)
        world.returning(ms, () => {
          person[organ] = 'well'
        })
      },
    }
  },
})

/** What acknowledges a user's batches fails, hangs or takes long. */
export const processIll = illness('process', 'acknowledging', 'what acknowledges batches')

/** What keeps a user's checkpoints does. */
export const storeIll = illness('store', 'stores', 'what keeps checkpoints')

/** Whoever is given something next throws. */
export const thrower: Kind = {
  name: 'consumer throws',
  to: 'user',
  daily: () => 0.1,
  draw: () => ({
    words: 'the next consumer who is given something throws',
    run: ({ counts }, person) => {
      counts.add('consumers made to throw')
      person.throwsNext = true
    },
  }),
}
