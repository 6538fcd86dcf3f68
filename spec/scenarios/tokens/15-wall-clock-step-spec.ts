import { hour, minute, second, transports } from '../../helpers/tokens.js'
import { createWorld, pulling } from '../../helpers/world.js'

describe.each(transports)('token scenario 15: a wall clock that is stepped, $transport', ({ latency }) => {
  it.each([-hour, -3 * hour, -24 * hour])(
    'back by %d ms: that may hide a sleep, so one call more; and renewed on time by the other clock',
    (step) => {
      const world = createWorld({ issue: () => hour, latency, saysDate: true })
      world.watch()
      world.clock.advance(second)
      world.clock.stepWall(step)
      const got = pulling(world, 57 * minute, minute)
      expect([got.length, got.filter((each) => !each.startsWith('T'))]).toEqual([57, []])
      expect(world.calls.length).toBe(3)
      expect(world.calls[1]).toBe(second)
      expect(world.calls[2]).toBeLessThanOrEqual(55 * minute + 2 * second)
    },
  )

  it('back, if nobody is subscribed: a pull after the end by the other clock gets a new token', () => {
    const world = createWorld({ issue: () => hour, latency })
    world.pull()
    world.clock.advance(second)
    world.clock.stepWall(-3 * hour)
    world.clock.advance(61 * minute)
    const got = world.pull()
    world.clock.advance(second)
    expect(world.bearers[0]).toBe('T1')
    expect([world.calls.length, world.bearers.length]).toEqual([2, 2])
    expect(got.length).toBe(1)
  })

  it('forward five times by ten minutes, which may be sleeps: a call a step at most, and no drift', () => {
    const world = createWorld({ issue: () => hour, latency, saysDate: true })
    world.watch()
    world.clock.advance(second)
    for (let n = 0; n < 5; n++) {
      world.clock.stepWall(10 * minute)
      world.clock.advance(minute)
    }
    expect(world.calls.length).toBeLessThanOrEqual(6)
    const before = world.calls.length
    world.clock.stepWall(-50 * minute)
    pulling(world, 4 * hour, minute)
    expect(world.calls.length - before).toBeLessThanOrEqual(6)
    expect(world.calls.length - before).toBeGreaterThanOrEqual(5)
  })
})
