import { systemRandom } from '../../../lib/base/platform/random.js'

describe('systemRandom', () => {
  it('draws from 0 to 1, and not the same again and again', () => {
    const drawn = Array.from({ length: 100 }, systemRandom)
    expect(drawn.every((number) => number >= 0 && number < 1)).toBe(true)
    expect(new Set(drawn).size).toBeGreaterThan(90)
  })
})
