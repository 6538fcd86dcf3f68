import type { Clock } from '../../../lib/base/clock/Clock.js'
import type { VirtualClock } from '../../../lib/base/clock/virtualClock.js'

/** What a process can know of the time that passes, from the clocks that it looks at. */
export interface Known {
  /** The clock that it is given. */
  readonly clock: Clock
  /** Milliseconds that have passed since it began, for all that it knows. */
  readonly passed: () => number
}

/**
 * Looks at a clock through a process's eyes.
 *
 * Between two looks at the wall clock passes what that has gone on, or the monotonic clock, whichever is more: one may
 * have been set back, the other have slept. Of both at once between two looks nobody knows.
 */
export const createKnown = (clock: VirtualClock): Known => {
  let [wall, monotonic] = [clock.wall(), clock.monotonic()]
  let passed = 0

  const since = (): number => passed + Math.max(clock.wall() - wall, clock.monotonic() - monotonic)

  return {
    passed: since,
    clock: {
      monotonic: clock.monotonic,
      scheduler: clock.scheduler,
      wakeUp$: clock.wakeUp$,
      wall: () => {
        passed = since()
        wall = clock.wall()
        monotonic = clock.monotonic()
        return wall
      },
    },
  }
}
