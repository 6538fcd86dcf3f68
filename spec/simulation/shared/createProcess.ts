import type { SchedulerAction, SchedulerLike, Subscription } from 'rxjs'
import type { Clock } from '../../../lib/base/clock/Clock.js'
import type { VirtualClock } from '../../../lib/base/clock/virtualClock.js'

/** A process on a machine of its own, whose wall clock is set, and which sleeps and is killed. */
export interface Process {
  readonly clock: Clock
  readonly isAlive: () => boolean
  /** Until when it last slept, or when it was killed or had its clock set. */
  readonly troubledUntil: () => number
  readonly stepWall: (ms: number) => void
  /** Nothing of it runs for so long; its clocks go on, and its timers fire late. */
  readonly sleep: (ms: number) => void
  /** Nothing of it runs again. */
  readonly kill: () => void
}

/** Makes a process whose wall clock is ahead of true time, which is that of `world`. */
export const createProcess = (world: VirtualClock, error: number): Process => {
  let ahead = error
  let isAlive = true
  let asleepUntil = -Infinity
  let troubledUntil = -Infinity
  const wall = (): number => world.wall() + ahead

  const scheduler: SchedulerLike = {
    now: wall,
    schedule: <T>(work: (this: SchedulerAction<T>, state?: T) => void, ms = 0, state?: T): Subscription =>
      world.scheduler.schedule<T>(
        function (this: SchedulerAction<T>, given?: T) {
          const left = asleepUntil - world.monotonic()
          if (!isAlive) return
          if (left > 0) this.schedule(given, left)
          else work.call(this, given)
        },
        ms,
        state,
      ),
  }

  return {
    clock: { wall, monotonic: world.monotonic, scheduler },
    isAlive: () => isAlive,
    troubledUntil: () => Math.max(asleepUntil, troubledUntil),
    stepWall: (ms) => {
      troubledUntil = world.monotonic()
      ahead += ms
    },
    sleep: (ms) => {
      asleepUntil = Math.max(asleepUntil, world.monotonic() + ms)
    },
    kill: () => {
      troubledUntil = world.monotonic()
      isAlive = false
    },
  }
}
