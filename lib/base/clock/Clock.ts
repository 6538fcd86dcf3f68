import type { Observable, SchedulerLike } from 'rxjs'

/**
 * All time in the client: two clocks, and a scheduler that starts timers.
 *
 * The wall clock can be set back or forward. The monotonic one cannot, but on many machines it stands still while they
 * sleep. A period is over as soon as either clock says so.
 */
export interface Clock {
  /** Milliseconds since 1970 by the machine's clock. */
  readonly wall: () => number
  /** Milliseconds since an arbitrary moment; never goes back. */
  readonly monotonic: () => number
  /** Starts every timer. */
  readonly scheduler: SchedulerLike
  /**
   * Hints that time may have leapt or that the network is back, such as `pageWakes()`. At each hint, `token$` and a
   * watcher that waits for its next request read both clocks. They send only what is due, so many hints at once do no
   * more than one. Requests that the limits, a `Retry-After` or repeated failures hold back wait by the monotonic clock,
   * whatever the hints. Hot: it is subscribed to only while something waits, and values that it emits synchronously on
   * subscription are ignored. After an error or its completion there are no more hints, and nothing else changes.
   */
  readonly wake$?: Observable<unknown>
}
