import { addMs, msUntil, now } from '../../../lib/base/clock/Clock.js'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'

describe('a Moment', () => {
  it('comes as soon as either clock has come to it', () => {
    const clock = createVirtualClock({ start: 5000 })
    const moment = addMs(now(clock), 1000)
    expect([moment, msUntil(moment, clock)]).toEqual([{ wall: 6000, monotonic: 1000 }, 1000])
    clock.advance(100)
    expect(msUntil(moment, clock)).toBe(900)
    clock.sleep(200)
    expect(msUntil(moment, clock)).toBe(700)
    clock.stepWall(-5000)
    expect(msUntil(moment, clock)).toBe(900)
    clock.sleep(1000, true)
    expect(msUntil(moment, clock)).toBe(-100)
  })
})
