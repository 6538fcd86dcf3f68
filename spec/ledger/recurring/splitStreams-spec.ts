import { createHousehold } from './household/household.js'
import { measureHousehold } from './measureHousehold.js'

/** A small form of `npm run recurring`, whose seeds are others. */
const seeds = [501, 502, 503, 504]

describe('splitStreams', () => {
  it('finds what recurs in invented households, and nothing else', () => {
    const all = seeds.map((seed) => measureHousehold(createHousehold(seed)))
    const count = (of: (one: (typeof all)[number]) => number): number => all.reduce((sum, one) => sum + of(one), 0)
    const correct = count((one) => one.correct.length)
    expect(correct).toBeGreaterThan(50)
    expect(correct / (correct + count(({ wrong }) => wrong.length))).toBeGreaterThanOrEqual(0.95)
    expect(correct / (correct + count(({ missing }) => missing.length))).toBeGreaterThanOrEqual(0.9)
    expect(count(({ foreseen }) => foreseen) / count(({ continued }) => continued)).toBeGreaterThan(0.9)
  })
})
