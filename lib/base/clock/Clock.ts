import type { Observable, SchedulerLike } from 'rxjs'

/**
 * The client's source of time: two clocks, and a scheduler that starts timers.
 *
 * The wall clock can be set. The monotonic clock cannot, but on many machines it stands still during a sleep. A wait ends as
 * soon as either clock says so.
 */
export interface Clock {
  /** Milliseconds since 1970 by the machine's clock. */
  readonly wall: () => number
  /** Milliseconds since an arbitrary moment; never goes backwards. */
  readonly monotonic: () => number
  /** Starts every timer. */
  readonly scheduler: SchedulerLike
  /**
   * Hints that a clock may have jumped or that the network is back, such as `pageWakeUps()`. At each hint, `token$` and
   * waiting watchers read both clocks, and send only requests that are due. Waits for the limits, for a `Retry-After` and
   * after failures use the monotonic clock. Hints do not shorten them, except that a failed authentication is tried again
   * sooner. The client subscribes only while something waits, and ignores values that are emitted synchronously on
   * subscription. After an error or a completion there are no more hints.
   */
  readonly wakeUp$?: Observable<unknown>
}
