import type { Observable, SchedulerLike } from 'rxjs'

/**
 * All time in the client: two clocks and what arms timers.
 *
 * The wall clock can be set back or forward. The monotonic one cannot, but on many machines it stands still while they
 * sleep. What ends at a moment has ended as soon as either clock has come to it.
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
   * that waits for its next request read both clocks, and send nothing that is not due: so many hints at once do no more
   * than one. What the limits, a `Retry-After` or repeated failures hold back waits by the monotonic clock, whatever the
   * hints. Hot: subscribed to only while something waits, and what it emits during the subscription itself is ignored.
   * After its error or completion there are no more hints, and nothing else changes.
   */
  readonly wake$?: Observable<unknown>
}
