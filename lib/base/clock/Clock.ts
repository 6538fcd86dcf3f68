import type { Observable, SchedulerLike } from 'rxjs'

/** A time by both clocks. */
export interface Moment {
  readonly wall: number
  readonly monotonic: number
}

/** The current time. */
export const now = (clock: Clock): Moment => ({ wall: clock.wall(), monotonic: clock.monotonic() })

/** The time `ms` milliseconds after another. */
export const addMs = ({ wall, monotonic }: Moment, ms: number): Moment => ({
  wall: wall + ms,
  monotonic: monotonic + ms,
})

/**
 * The milliseconds until a time, by the clock for which it is sooner: the wall clock can be set back, and the monotonic
 * clock stands still during a sleep. Negative if the time has passed.
 */
export const msUntil = (moment: Moment, clock: Clock): number =>
  Math.min(moment.wall - clock.wall(), moment.monotonic - clock.monotonic())

/**
 * The client's source of time: two clocks, and a scheduler that starts timers.
 *
 * The wall clock can be set. The monotonic clock cannot, but on many machines it stands still during a sleep. A wait
 * ends when one of the two clocks says so.
 */
export interface Clock {
  /** Milliseconds since 1970 by the machine's clock. */
  readonly wall: () => number
  /** Milliseconds since an arbitrary time; never goes backwards. */
  readonly monotonic: () => number
  /** Starts every timer. */
  readonly scheduler: SchedulerLike
  /**
   * Hints that a clock may have jumped or that the network is back, such as `pageWakeUps()`. At each hint, `token$` and
   * waiting watchers read both clocks, and send only requests that are due. Waits for the limits, for a `Retry-After`
   * and after failures use the monotonic clock. Hints do not shorten them, except that a failed authentication is tried
   * again sooner. The client subscribes only while something waits, and ignores values that are emitted synchronously
   * on subscription. After an error or a completion there are no more hints.
   */
  readonly wakeUp$?: Observable<unknown>
}
