import fc from 'fast-check'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { RefusalBackoff } from '../../../lib/streams/tokens/RenewalBackoff.js'
import { minute, second } from '../../helpers/tokens.js'

const setUp = () => {
  const clock = createVirtualClock()
  const backoff = new RefusalBackoff(clock)
  /** A token comes into use, and is not new any more. */
  const issued = () => {
    backoff.recordToken()
    clock.advance(5 * second)
  }
  issued()
  /** Whether the token in use is replaced, as it then is at once. */
  const refused = () => {
    const replaced = backoff.recordRefused() === 'another'
    if (replaced) issued()
    return replaced
  }
  return { clock, backoff, issued, refused }
}

describe('RefusalBackoff', () => {
  it('the first refused token is replaced at once', () => {
    expect(setUp().refused()).toBe(true)
  })

  it('a new token is not replaced for five seconds, accepted or not: the request is sent with it again', () => {
    const { clock, backoff } = setUp()
    for (const isAccepted of [false, true]) {
      backoff.recordToken()
      if (isAccepted) backoff.recordAccepted()
      expect(backoff.recordRefused()).toBe('same')
      clock.advance(5 * second - 1)
      expect(backoff.recordRefused()).toBe('same')
      clock.advance(1)
      expect(backoff.recordRefused()).toBe('another')
    }
  })

  it('a token of another process is new only if this process has waited for it', () => {
    const { backoff } = setUp()
    backoff.recordToken({ isFromStore: true, wasAwaited: false })
    expect(backoff.recordRefused()).toBe('another')
    backoff.recordToken({ isFromStore: true, wasAwaited: true })
    expect(backoff.recordRefused()).toBe('same')
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
    const { backoff, refused } = setUp()
    expect([refused(), refused()]).toEqual([true, false])
    backoff.recordAccepted()
    expect(refused()).toBe(true)
  })

  it('but not without end: a service that accepts and refuses in turn gets three in a row', () => {
    const { backoff, refused } = setUp()
    const replaced = Array.from({ length: 100 }, () => {
      backoff.recordAccepted()
      return refused()
    })
    expect(replaced.filter(Boolean).length).toBe(3)
    expect(replaced.slice(0, 3)).toEqual([true, true, true])
  })

  it('one that was accepted and is half a minute old is as good as the first', () => {
    const { clock, backoff, refused } = setUp()
    for (let n = 0; n < 3; n++) {
      refused()
      backoff.recordAccepted()
    }
    clock.advance(25 * second - 1)
    expect(refused()).toBe(false)
    clock.advance(1)
    expect(refused()).toBe(true)
  })

  it('one that is refused once a minute, having been accepted once, is replaced each time', () => {
    const { clock, backoff, refused } = setUp()
    const replaced = Array.from({ length: 60 }, () => {
      backoff.recordAccepted()
      clock.advance(minute)
      return refused()
    })
    expect(replaced).not.toContain(false)
  })

  it('one that was issued for another reason is replaced at once', () => {
    const { issued, refused } = setUp()
    expect([refused(), refused()]).toEqual([true, false])
    issued()
    expect(refused()).toBe(true)
  })

  it('replaces no more than three in half a minute, whatever the service says', () => {
    const step = fc.tuple(fc.constantFrom(1, 100, second, 10 * second, 29 * second, minute), fc.boolean())
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 300 }), (steps) => {
        const { clock, backoff, refused } = setUp()
        const replaced: Array<number> = []
        for (const [ms, accepts] of steps) {
          if (accepts) backoff.recordAccepted()
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
