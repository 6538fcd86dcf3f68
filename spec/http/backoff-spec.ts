import fc from 'fast-check'
import { equalJitter, fullJitter, jitteredInterval } from '../../lib/http/backoff.js'

const config = { minDelay: 1000, maxDelay: 60_000 }
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

describe('backoff', () => {
  it('doubles the longest wait with every attempt, up to the greatest', () => {
    const longest = Array.from({ length: 8 }, (_, attempt) => fullJitter(config, attempt, () => 1))
    expect(longest).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
  })

  it('draws evenly from nothing to the longest wait', () => {
    expect([0, 0.25, 0.5].map((drawn) => fullJitter(config, 2, () => drawn))).toEqual([0, 1000, 2000])
  })

  it('draws from the upper half for those who must not come back at once', () => {
    expect([0, 0.5, 1].map((drawn) => equalJitter(config, 2, () => drawn))).toEqual([2000, 3000, 4000])
  })

  it('stays within its bounds for any attempt, however many there were', () => {
    const attempt = fc.oneof(fc.nat(100), fc.nat(), fc.constant(Number.MAX_SAFE_INTEGER))
    fc.assert(
      fc.property(attempt, random, (count, drawn) => {
        const full = fullJitter(config, count, () => drawn)
        const equal = equalJitter(config, count, () => drawn)
        const ceiling = Math.min(60_000, 1000 * 2 ** count)
        expect(full).toBeGreaterThanOrEqual(0)
        expect(full).toBeLessThanOrEqual(ceiling)
        expect(equal).toBeGreaterThanOrEqual(ceiling / 2)
        expect(equal).toBeLessThanOrEqual(ceiling)
      }),
    )
  })

  it('waits for nothing if no wait is configured, after however many attempts', () => {
    expect(fullJitter({ minDelay: 0, maxDelay: 0 }, 2000, () => 0.5)).toBe(0)
  })

  it.each([
    [0, 900],
    [0.5, 1000],
    [1, 1100],
  ])('varies an interval by 10 %%: %d makes 1000 ms %d', (drawn, expected) => {
    expect(jitteredInterval(1000, () => drawn)).toBe(expected)
  })
})
