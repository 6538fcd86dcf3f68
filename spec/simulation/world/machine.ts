import type { SchedulerAction, SchedulerLike } from 'rxjs'
import type { Clock } from '../../../lib/base/clock/Clock.js'
import { createVirtualClock, type VirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { createKnown, type Known } from './known.js'

/**
 * The machine that a client runs on, and true time beside it, which is the service's.
 *
 * A process has a clock of its own: when it ends its timers are gone, and nothing in it runs again.
 */
export interface Machine {
  /** The clock of the process that runs. */
  readonly clock: () => VirtualClock
  /** What the process that runs knows of the time. */
  readonly known: () => Known
  /** True time, in milliseconds since 1970. */
  readonly now: () => number
  /** The service's clock: true, with the timers of the process, for its answers travel with it. */
  readonly service: Clock
  readonly advance: (ms: number) => void
  readonly sleep: (ms: number, isCounted: boolean) => void
  /** For how long it has slept in all. */
  readonly slept: () => number
  readonly stepWall: (ms: number) => void
  readonly wake: () => void
  /** Ends the process and begins another. */
  readonly restart: () => void
  /** Does something later, unless the process ends before; what is not the client's, and is not counted as its own. */
  readonly later: (ms: number, work: () => void) => () => void
  /** Timers of the process that are not `later`'s. */
  readonly timers: () => number
}

/** A machine whose wall clock is `error` milliseconds ahead. */
export const createMachine = (start: number, error: number): Machine => {
  let clock = createVirtualClock({ start: start + error })
  let known = createKnown(clock)
  let base = start
  let slept = 0
  let own = 0

  const now = (): number => base + clock.monotonic()

  /** The scheduler of the process that runs. */
  const scheduler: SchedulerLike = {
    now,
    schedule: <T>(work: (this: SchedulerAction<T>, state?: T) => void, ms?: number, state?: T) =>
      clock.scheduler.schedule(work, ms, state),
  }

  return {
    clock: () => clock,
    known: () => known,
    now,
    service: {
      wall: now,
      monotonic: () => clock.monotonic(),
      scheduler,
    },
    advance: (ms) => clock.advance(ms),
    sleep: (ms, isCounted) => {
      if (!isCounted) base += ms
      slept += ms
      clock.sleep(ms, isCounted)
    },
    slept: () => slept,
    stepWall: (ms) => clock.stepWall(ms),
    wake: () => clock.wake(),
    restart: () => {
      base = now()
      clock = createVirtualClock({ start: clock.wall() })
      known = createKnown(clock)
      own = 0
    },
    later: (ms, work) => {
      const process = clock
      let isOver = false
      own++
      const end = (): void => {
        if (isOver) return
        isOver = true
        if (process === clock) own--
      }
      const timer = clock.scheduler.schedule(() => {
        end()
        work()
      }, ms)
      return () => {
        end()
        timer.unsubscribe()
      }
    },
    timers: () => clock.pending() - own,
  }
}
