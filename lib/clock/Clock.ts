import type { SchedulerLike } from 'rxjs'

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
}
