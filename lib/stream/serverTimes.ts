import type { Clock } from '../clock/Clock.js'

/** Whole seconds, and the way of an answer: as with tokens, less means nothing. */
export const tolerated = 30_000

/**
 * Judges the service's times, or what stands for them, one a round: a leap ahead of what has passed since the last one
 * is not believed before the next one confirms it. One answer with a wrong clock then moves no checkpoint past what has
 * not happened yet.
 */
export const serverTimes = (clock: Clock): ((told: number) => number) => {
  let offset = Infinity
  return (told) => {
    const passed = clock.monotonic()
    const expected = offset + passed
    offset = told - passed
    return told > expected + tolerated ? expected : told
  }
}
