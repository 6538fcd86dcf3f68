import { oneOf, type Random, sized } from '../random.js'
import { hour, minute, second, span } from '../time.js'
import type { World } from '../world/World.js'
import type { Kind } from './Kind.js'
import { fallAsleep } from './sleep.js'

/** Sets the wall clock on or back, or right where no span is given. */
const setWall = ({ machine, counts }: World, ms: number | undefined): void => {
  machine.stepWall(ms ?? machine.now() - machine.clock().wall())
  counts.add('wall clock set')
}

const drawStep = (random: Random): number => oneOf(random, [1, -1]) * sized(random, 5 * second, 9 * hour)

/** Somebody sets the wall clock, or the machine finds out what the time is. */
export const step: Kind = {
  name: 'step',
  to: 'world',
  daily: () => 1,
  draw: (random) => {
    const ms = random() < 0.5 ? undefined : drawStep(random)
    return {
      words: ms === undefined ? 'the wall clock is set right' : `the wall clock is set by ${span(ms)}`,
      run: (world) => setWall(world, ms),
    }
  },
}

/** The wall clock is set while an authentication is in flight: before it, it is asked for. */
export const stepMidFlight: Kind = {
  name: 'step in mid-flight',
  to: 'user',
  daily: () => 0.3,
  draw: (random) => {
    const ms = random() < 0.3 ? undefined : drawStep(random)
    const slumber = random() < 0.5 ? sized(random, 2 * minute, 4 * hour) : undefined
    return {
      words: `while the next authentication is in flight the wall clock is set ${ms === undefined ? 'right' : `by ${span(ms)}`}${slumber === undefined ? '' : `, and the machine sleeps for ${span(slumber)} ten minutes later`}`,
      run: (world, person) => {
        if (person.isAway || !world.isUp()) return
        person.midFlight.push(() => {
          setWall(world, ms)
          if (slumber !== undefined) world.returning(10 * minute, () => fallAsleep(world, slumber, false))
        })
        world.client().user(person.identity).invalidate()
      },
    }
  },
}

/** A journey: the wall clock is wrong when tokens are issued, is set right, and then the machine sleeps. */
export const journey: Kind = {
  name: 'journey',
  to: 'world',
  daily: () => 0.5,
  draw: (random) => {
    const ms = drawStep(random)
    const [wrong, awake] = [sized(random, minute, 3 * hour), sized(random, second, hour)]
    const slumber = sized(random, 10 * minute, 9 * hour)
    return {
      words: `the wall clock is set by ${span(ms)}, set right ${span(wrong)} later, and ${span(awake)} after that the machine sleeps for ${span(slumber)}`,
      run: (world) => {
        setWall(world, ms)
        world.returning(wrong, () => {
          setWall(world, undefined)
          world.returning(awake, () => fallAsleep(world, slumber, false))
        })
      },
    }
  },
}
