import fc from 'fast-check'
import { mostAfter, opensAfter } from '../../../lib/http/budget/slowStart.js'

describe('the slow start after a cool-down', () => {
  it('begins with one, has lent five within a second, and about twice as many in each further one', () => {
    expect([0, 1000, 2000, 3000, 10_000].map(mostAfter)).toEqual([1, 5, 13, 29, 4093])
  })

  it('says when there may be one more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), (lent) => {
        const at = opensAfter(lent)
        expect(mostAfter(at - 0.01)).toBeLessThanOrEqual(lent)
        expect(mostAfter(at + 0.01)).toBeGreaterThan(lent)
      }),
    )
    expect(opensAfter(0)).toBe(0)
  })
})
