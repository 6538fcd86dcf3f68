import fc from 'fast-check'
import { delayAfterPermits, maxPermitsAfter } from '../../../lib/http/budget/rateLimiter.js'

describe('the slow start after a cool-down', () => {
  it('begins with one, has leased five within a second, and about twice as many in each further one', () => {
    expect([0, 1000, 2000, 3000, 10_000].map(maxPermitsAfter)).toEqual([1, 5, 13, 29, 4093])
  })

  it('says when there may be one more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), (leased) => {
        const at = delayAfterPermits(leased)
        expect(maxPermitsAfter(at - 0.01)).toBeLessThanOrEqual(leased)
        expect(maxPermitsAfter(at + 0.01)).toBeGreaterThan(leased)
      }),
    )
    expect(delayAfterPermits(0)).toBe(0)
  })
})
