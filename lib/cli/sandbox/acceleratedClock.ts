import type { SchedulerAction } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { systemClock } from '../../base/clock/systemClock.js'

/** The start and the speed of a clock. */
export interface AcceleratedClockConfig {
  /** Its first time, in milliseconds since 1970; default: now. */
  readonly start?: number
  /** How many of its seconds pass in a second; default 1. */
  readonly speed?: number
}

/** A clock that starts at another time, or runs faster than the system's; its timers fire sooner, too. */
export const acceleratedClock = ({ start = systemClock.wall(), speed = 1 }: AcceleratedClockConfig): Clock => {
  const startedAt = systemClock.monotonic()
  const monotonic = (): number => (systemClock.monotonic() - startedAt) * speed
  const wall = (): number => start + monotonic()

  const accelerate = <T>(action: SchedulerAction<T>): SchedulerAction<T> =>
    Object.create(action, {
      schedule: { value: (state?: T, ms = 0) => action.schedule(state, ms / speed) },
    }) as SchedulerAction<T>

  return {
    wall,
    monotonic,
    scheduler: {
      now: wall,
      schedule: <T>(work: (this: SchedulerAction<T>, state?: T) => void, ms = 0, state?: T) =>
        systemClock.scheduler.schedule<T>(
          function (nextState) {
            work.call(accelerate(this), nextState)
          },
          ms / speed,
          state,
        ),
    },
  }
}
