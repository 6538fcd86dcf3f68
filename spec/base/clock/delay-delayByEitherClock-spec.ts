import fc from 'fast-check'
import { delayByEitherClock } from '../../../lib/base/clock/delay.js'
import { systemClock } from '../../../lib/base/clock/systemClock.js'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { marbles } from '../../helpers/marbles.js'
import { hour, minute, second } from '../../helpers/tokens.js'

/** A wait on a clock of its own, and how far that has gone when it ends. */
const resting = (ms: number) => {
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) })
  const ended: Array<number> = []
  const subscription = delayByEitherClock(clock, ms).subscribe({
    next: () => ended.push(clock.monotonic()),
    complete: () => ended.push(-1),
  })
  return { clock, ended, subscription }
}

describe('elapsed', () => {
  it('emits once after its time and completes', () => {
    marbles(({ clock, expectObservable }) => {
      expectObservable(delayByEitherClock(clock, 250)).toBe('250ms (a|)', { a: undefined })
      expectObservable(delayByEitherClock(clock, hour)).toBe('3600s (a|)', { a: undefined })
    })
  })

  it('keeps to virtual time also with the system’s clock, whose monotonic clock is real', () => {
    marbles(({ expectObservable }) => {
      expectObservable(delayByEitherClock(systemClock, minute)).toBe('60s (a|)', { a: undefined })
    })
  })

  it.each([0, 1, second, minute, hour, 25 * 24 * hour])('takes %d ms exactly if no clock leaps', (ms) => {
    const { clock, ended } = resting(ms)
    clock.advance(Math.max(ms - 1, 0))
    expect(ended).toEqual(ms === 0 ? [0, -1] : [])
    clock.advance(1)
    expect([ended, clock.pending()]).toEqual([[ms, -1], 0])
  })

  it.each([
    { what: 'a sleep', leap: (clock: ReturnType<typeof createVirtualClock>) => clock.sleep(8 * hour) },
    { what: 'a step forward', leap: (clock: ReturnType<typeof createVirtualClock>) => clock.stepWall(8 * hour) },
  ])('ends within half a minute of $what, or a fifth of itself', ({ leap }) => {
    for (const [ms, most] of [
      [minute, 30 * second],
      [2 * minute, 30 * second],
      [hour, 12 * minute],
    ] as const) {
      const { clock, ended } = resting(ms)
      clock.advance(second)
      leap(clock)
      clock.advance(most - second)
      expect(ended).toEqual([most, -1])
    }
  })

  it('ends at a hint, if a clock has come to its end, and only then', () => {
    const { clock, ended } = resting(hour)
    clock.advance(second)
    clock.wake()
    clock.advance(second)
    clock.sleep(58 * minute)
    clock.wake()
    clock.advance(second)
    expect(ended).toEqual([])
    clock.sleep(2 * minute)
    for (let n = 0; n < 5; n++) clock.wake()
    clock.advance(0)
    expect([ended, clock.pending()]).toEqual([[3 * second, -1], 0])
  })

  it('is not kept up by a clock that is set back, nor by hints', () => {
    const { clock, ended } = resting(minute)
    clock.advance(second)
    clock.stepWall(-hour)
    for (let n = 0; n < 100; n++) {
      clock.wake()
      clock.advance(590)
    }
    expect(ended).toEqual([minute, -1])
  })

  it('arms one timer at a time, and none once it is unsubscribed from', () => {
    const { clock, ended, subscription } = resting(hour)
    for (let n = 0; n < 30; n++) {
      expect(clock.pending()).toBe(1)
      clock.advance(minute)
    }
    subscription.unsubscribe()
    expect(clock.pending()).toBe(0)
    clock.wake()
    clock.advance(hour)
    expect(ended).toEqual([])
  })

  it('ends when either clock says so, however both go, and at most a look late', () => {
    const move = fc.tuple(fc.constantFrom('advance', 'sleep', 'stepWall'), fc.integer({ min: -90, max: 90 }))
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 600 }), fc.array(move, { maxLength: 40 }), (seconds, moves) => {
        const ms = seconds * second
        const { clock, ended } = resting(ms)
        const begun = { wall: clock.wall(), monotonic: 0 }
        let seenPast = Infinity
        for (const [how, by] of moves) {
          if (how === 'stepWall') clock.stepWall(by * second)
          else clock[how](Math.abs(by) * second)
          const isPast = clock.wall() - begun.wall >= ms || clock.monotonic() >= ms
          if (ended.length > 0) return
          // Not ended: then the wall clock alone got there, and less than a look ago.
          expect(clock.monotonic()).toBeLessThanOrEqual(ms)
          seenPast = isPast ? Math.min(seenPast, clock.monotonic()) : Infinity
          if (seenPast < Infinity) expect(clock.monotonic() - seenPast).toBeLessThan(Math.max(30 * second, ms / 5))
        }
      }),
    )
  })
})
