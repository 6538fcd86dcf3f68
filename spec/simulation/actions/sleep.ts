import { sized } from '../random.js'
import { hour, minute, second, span } from '../time.js'
import type { World } from '../world/World.js'
import type { Kind } from './Kind.js'

/** The machine sleeps, with timers that stand still meanwhile or that fire late. */
export const fallAsleep = (world: World, ms: number, isCounted: boolean): void => {
  // What is wrong lasts longer, for the timers that end it sleep too.
  const now = world.machine.now()
  for (const person of world.people) {
    if (person.disturbedUntil > now) person.disturbedUntil += ms
    if (person.mortalUntil > now) person.mortalUntil += ms
  }
  world.machine.sleep(ms, isCounted)
  world.counts.add('sleeps of the machine')
  world.disturb(world.people, hour + 10 * minute)
}

/** It sleeps once, and at times is told so when it wakes. */
export const sleep: Kind = {
  name: 'sleep',
  to: 'world',
  daily: () => 1,
  draw: (random) => {
    const ms = sized(random, 5 * second, 12 * hour)
    const isCounted = random() < 0.5
    const hints = random() < 0.5
    return {
      words: `the machine sleeps for ${span(ms)}; its timers ${isCounted ? 'fire late' : 'stand still'}`,
      run: (world) => {
        fallAsleep(world, ms, isCounted)
        if (hints) world.machine.wake()
      },
    }
  },
}
