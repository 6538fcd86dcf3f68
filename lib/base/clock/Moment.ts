import type { Clock } from './Clock.js'

/** A time, by the wall clock and by the monotonic clock. */
export interface Moment {
  readonly wall: number
  readonly monotonic: number
}

/** The moment now. */
export const now = (clock: Clock): Moment => ({ wall: clock.wall(), monotonic: clock.monotonic() })

/** The moment `ms` milliseconds after another. */
export const addMs = ({ wall, monotonic }: Moment, ms: number): Moment => ({
  wall: wall + ms,
  monotonic: monotonic + ms,
})

/**
 * Milliseconds until a time, by the clock that says less: the wall clock can be set back, and the monotonic one stops
 * while a machine sleeps. Negative if the time has passed.
 */
export const msUntil = (moment: Moment, clock: Clock): number =>
  Math.min(moment.wall - clock.wall(), moment.monotonic - clock.monotonic())
