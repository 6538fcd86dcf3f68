import { type Observable, type SchedulerAction, type SchedulerLike, Subject, Subscription } from 'rxjs'
import type { Clock } from './Clock.js'
import { createHeap } from './heap.js'

/** A clock that stands still until it is moved, for tests and simulations. */
export interface VirtualClock extends Clock {
  /**
   * Moves both clocks forward by `ms` and runs the timers that become due, in order. If a timer throws, it stops there
   * and throws the same error.
   */
  readonly advance: (ms: number) => void
  /** Sets the wall clock forward or, with a negative `ms`, back; no timer fires. */
  readonly stepWall: (ms: number) => void
  /**
   * Simulates a sleep of the machine: the wall clock advances, and the monotonic clock and the timers stand still. With
   * `isCounted`, as on some machines, the monotonic clock advances too, and due timers run when the clock is moved
   * next.
   */
  readonly sleep: (ms: number, isCounted?: boolean) => void
  /** Makes `wakeUp$` emit, as a platform does when a clock may have jumped or the network is back. */
  readonly wake: () => void
  readonly wakeUp$: Observable<void>
  /** The number of running timers. */
  readonly pending: () => number
}

interface Timer {
  readonly due: number
  readonly sequence: number
  readonly run: () => void
  isLive: boolean
}

/** Refuses a value that is not a duration: a clock moved by `Infinity` or `NaN` could never be moved again. */
const checkDuration = (ms: number): number => {
  if (ms >= 0 && ms < Infinity) return ms
  throw new RangeError('virtual clock: a number of milliseconds, 0 or more')
}

const isEarlier = (a: Timer, b: Timer): boolean => a.due < b.due || (a.due === b.due && a.sequence < b.sequence)

/**
 * A clock under the program's control.
 *
 * - `start`: the wall clock's first time, milliseconds since 1970; default 0.
 *
 * @example
 * import { createVirtualClock } from 'rxbank'
 *
 * const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) })
 * let fired = 0
 * clock.scheduler.schedule(() => (fired = clock.monotonic()), 250)
 * clock.advance(1000)
 * assert.deepStrictEqual(fired, 250)
 */
export const createVirtualClock = ({ start = 0 }: { readonly start?: number } = {}): VirtualClock => {
  const heap = createHeap(isEarlier)
  const wakes = new Subject<void>()
  let now = 0
  let offset = start
  let sequence = 0
  let pending = 0

  const wall = (): number => offset + now

  const startTimer = (run: () => void, ms: number): Timer => {
    if (Number.isNaN(ms)) throw new RangeError('virtual clock: a timer in NaN milliseconds')
    const timer: Timer = { due: now + Math.max(ms, 0), sequence: sequence++, run, isLive: true }
    heap.push(timer)
    pending++
    return timer
  }

  const cancelTimer = (timer: Timer | undefined): void => {
    if (timer?.isLive !== true) return
    timer.isLive = false
    pending--
  }

  class Action<T> extends Subscription implements SchedulerAction<T> {
    private timer: Timer | undefined

    constructor(private readonly work: (this: SchedulerAction<T>, state?: T) => void) {
      super()
      this.add(() => {
        cancelTimer(this.timer)
      })
    }

    schedule(state?: T, ms = 0): Subscription {
      if (this.closed) return this
      cancelTimer(this.timer)
      const timer = startTimer(() => {
        this.work.call(this, state)
        if (this.timer === timer) this.unsubscribe()
      }, ms)
      this.timer = timer
      return this
    }
  }

  const scheduler: SchedulerLike = {
    now: wall,
    schedule: <T>(work: (this: SchedulerAction<T>, state?: T) => void, ms = 0, state?: T) =>
      new Action(work).schedule(state, ms),
  }

  return {
    wall,
    monotonic: () => now,
    scheduler,
    advance: (ms) => {
      const end = now + checkDuration(ms)
      for (let next = heap.peek(); next !== undefined && next.due <= end; next = heap.peek()) {
        heap.pop()
        if (!next.isLive) continue
        cancelTimer(next)
        now = Math.max(now, next.due)
        next.run()
      }
      now = Math.max(now, end)
    },
    stepWall: (ms) => {
      offset += ms
    },
    sleep: (ms, isCounted = false) => {
      if (isCounted) now += checkDuration(ms)
      else offset += checkDuration(ms)
    },
    wake: () => {
      wakes.next()
    },
    wakeUp$: wakes.asObservable(),
    pending: () => pending,
  }
}
