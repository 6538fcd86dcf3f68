import type { Observable, SchedulerLike } from 'rxjs'

/**
 * All time in the client: two clocks and what arms timers.
 *
 * The wall clock can be set back or forward; the monotonic one cannot, but stands still while a machine sleeps. What
 * must not outlive a moment is dead as soon as either says so.
 */
export interface Clock {
  /** Milliseconds since 1970 by the machine's clock. */
  readonly wall: () => number
  /** Milliseconds since an arbitrary moment; never goes back. */
  readonly monotonic: () => number
  /** Arms every timer. */
  readonly scheduler: SchedulerLike
  /**
   * Hints that time may have leapt or that the network is back, such as `pageWakes()`. At each, `token$` and a watcher
   * between two questions look at both clocks, and ask nothing that is not due: so several in one turn are one. What
   * the limits, a `Retry-After` or repeated failures hold back waits by the monotonic clock, whatever the hints. Hot:
   * what is told at the subscription is passed over; subscribed to only while something waits. An error or completion
   * means no more than that no hint comes.
   */
  readonly wake$?: Observable<unknown>
}
