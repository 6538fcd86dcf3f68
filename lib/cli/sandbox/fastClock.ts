import type { SchedulerAction } from 'rxjs'
import { type Clock, systemClock } from '../../index.js'

/** How a clock goes. */
export interface FastClockConfig {
  /** Its first moment, milliseconds since 1970; default: now. */
  readonly start?: number
  /** How many of its seconds go by in one; default 1. */
  readonly speed?: number
}

/** The system's clock, begun elsewhere or going faster; timers fire as much sooner. */
export const fastClock = ({ start = systemClock.wall(), speed = 1 }: FastClockConfig): Clock => {
  const begun = systemClock.monotonic()
  const monotonic = (): number => (systemClock.monotonic() - begun) * speed
  const wall = (): number => start + monotonic()

  const faster = <T>(action: SchedulerAction<T>): SchedulerAction<T> =>
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
          function (given) {
            work.call(faster(this), given)
          },
          ms / speed,
          state,
        ),
    },
  }
}
