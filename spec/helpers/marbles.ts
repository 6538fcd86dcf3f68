import { type RunHelpers, TestScheduler } from 'rxjs/testing'
import type { Clock } from '../../lib/base/clock/Clock.js'

/** RxJS's helpers, and a clock that runs on the same virtual time. */
export interface Marbles extends RunHelpers {
  readonly clock: Clock
  /** The wall clock at frame 0. */
  readonly start: number
}

const start = Date.UTC(2026, 0, 1)

/** Runs a marble test: `1s` and the like are virtual, errors are compared by their fields. */
export const marbles = (test: (helpers: Marbles) => void): void => {
  const scheduler = new TestScheduler((actual, expected) => {
    expect(actual).toEqual(expected)
  })
  const clock: Clock = { wall: () => start + scheduler.now(), monotonic: () => scheduler.now(), scheduler }
  scheduler.run((helpers) => {
    test({ ...helpers, clock, start })
  })
}
