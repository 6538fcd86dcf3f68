import fc from 'fast-check'
import { createVirtualClock } from '../../lib/clock/virtualClock.js'
import { refusals } from '../../lib/stream/refusals.js'
import { minute, second } from '../helpers/tokens.js'

const setUp = () => {
  const clock = createVirtualClock()
  const judge = refusals(clock)
  judge.issued()
  /** Whether the token in use is replaced, as it then is at once. */
  const refused = () => {
    const replaced = judge.refused()
    if (replaced) judge.issued()
    return replaced
  }
  return { clock, judge, refused }
}

describe('refusals', () => {
  it('the first refused token is replaced at once, however young it is', () => {
    expect(setUp().refused()).toBe(true)
  })

  it('one that took its place and was never accepted is not, before a pause that doubles up to ten minutes', () => {
    const { clock, refused } = setUp()
    refused()
    const pauses = Array.from({ length: 7 }, () => {
      const from = clock.monotonic()
      while (!refused()) clock.advance(second)
      return (clock.monotonic() - from) / second
    })
    expect(pauses).toEqual([30, 60, 120, 240, 480, 600, 600])
  })

  it('one that was accepted is', () => {
    const { judge, refused } = setUp()
    expect([refused(), refused()]).toEqual([true, false])
    judge.accepted()
    expect(refused()).toBe(true)
  })

  it('but not without end: a service that accepts and refuses in turn gets three in a row', () => {
    const { judge, refused } = setUp()
    const replaced = Array.from({ length: 100 }, () => {
      judge.accepted()
      return refused()
    })
    expect(replaced.filter(Boolean).length).toBe(3)
    expect(replaced.slice(0, 3)).toEqual([true, true, true])
  })

  it('one that has lasted half a minute, and is accepted then, is as good as the first', () => {
    const { clock, judge, refused } = setUp()
    for (let n = 0; n < 3; n++) {
      refused()
      judge.accepted()
    }
    clock.advance(30 * second)
    expect(refused()).toBe(false)
    judge.accepted()
    expect(refused()).toBe(true)
  })

  it('one that was issued for another reason is replaced at once', () => {
    const { judge, refused } = setUp()
    expect([refused(), refused()]).toEqual([true, false])
    judge.issued()
    expect(refused()).toBe(true)
  })

  it('replaces no more than three in half a minute, whatever the service says', () => {
    const step = fc.tuple(fc.constantFrom(1, 100, second, 10 * second, 29 * second, minute), fc.boolean())
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 300 }), (steps) => {
        const { clock, judge, refused } = setUp()
        const replaced: Array<number> = []
        for (const [ms, accepts] of steps) {
          if (accepts) judge.accepted()
          if (refused()) replaced.push(clock.monotonic())
          clock.advance(ms)
        }
        const within = (time: number) =>
          Math.max(0, ...replaced.map((first) => replaced.filter((at) => at >= first && at < first + time).length))
        expect(within(30 * second)).toBeLessThanOrEqual(3)
      }),
    )
  })
})
