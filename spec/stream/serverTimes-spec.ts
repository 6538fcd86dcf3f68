import * as fc from 'fast-check'
import { createVirtualClock } from '../../lib/clock/virtualClock.js'
import { serverTimes } from '../../lib/stream/serverTimes.js'

const start = Date.UTC(2026, 0, 1)
const hour = 3_600_000

describe('serverTimes', () => {
  const told = () => {
    const clock = createVirtualClock()
    const believe = serverTimes(clock)
    return (serverTime: number, after = 60_000): number => {
      clock.advance(after)
      return believe(serverTime)
    }
  }

  it('believes the first time, and those that go on from the last', () => {
    const believe = told()
    expect([believe(start), believe(start + 60_000), believe(start + 119_000)]).toEqual([
      start,
      start + 60_000,
      start + 119_000,
    ])
  })

  it('does not believe one leap ahead', () => {
    const believe = told()
    believe(start)
    expect(believe(start + hour)).toBe(start + 60_000)
    expect(believe(start + 120_000)).toBe(start + 120_000)
  })

  it('believes a leap that the next time confirms, as after a sleep of the machine', () => {
    const believe = told()
    believe(start)
    believe(start + hour)
    expect(believe(start + hour + 60_000)).toBe(start + hour + 60_000)
  })

  it('believes a time that goes back', () => {
    const believe = told()
    believe(start + hour)
    expect(believe(start)).toBe(start)
  })

  it('never believes a time later than the one it was told', () => {
    const times = fc.array(fc.tuple(fc.nat(hour), fc.nat(hour)), { maxLength: 20 })
    fc.assert(
      fc.property(times, (steps) => {
        const believe = told()
        return steps.every(([after, ahead]) => believe(start + ahead, after) <= start + ahead)
      }),
    )
  })
})
