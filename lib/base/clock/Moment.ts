import type { Clock } from './Clock.js'

/** A time by both clocks. */
export interface Moment {
  readonly wall: number
  readonly monotonic: number
}

/** The current moment. */
export const now = (clock: Clock): Moment => ({ wall: clock.wall(), monotonic: clock.monotonic() })

/** The moment `ms` milliseconds after another. */
export const addMs = ({ wall, monotonic }: Moment, ms: number): Moment => ({
  wall: wall + ms,
  monotonic: monotonic + ms,
})

/**
 * The milliseconds until a moment, by the clock for which it is sooner: the wall clock can be set back, and the monotonic
 * clock stands still during a sleep. Negative if the moment has passed.
 */
export const msUntil = (moment: Moment, clock: Clock): number =>
  Math.min(moment.wall - clock.wall(), moment.monotonic - clock.monotonic())
