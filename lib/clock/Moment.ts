import type { Clock } from './Clock.js'

/** A moment by both clocks. */
export interface Moment {
  readonly wall: number
  readonly monotonic: number
}

/** The moment now. */
export const now = (clock: Clock): Moment => ({ wall: clock.wall(), monotonic: clock.monotonic() })

/** The moment `ms` milliseconds after another. */
export const after = ({ wall, monotonic }: Moment, ms: number): Moment => ({
  wall: wall + ms,
  monotonic: monotonic + ms,
})

/**
 * Milliseconds to a moment by the clock that is nearer to it: the wall clock can be set back, and the monotonic one
 * stands still while a machine sleeps. Negative when the moment has passed.
 */
export const until = (moment: Moment, clock: Clock): number =>
  Math.min(moment.wall - clock.wall(), moment.monotonic - clock.monotonic())
