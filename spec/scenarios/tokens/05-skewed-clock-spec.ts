import { hour, minute, second, transports } from '../../helpers/tokens.js'
import { busiest, createWorld, pulling } from '../../helpers/world.js'

const day = 24 * hour

describe.each(transports)('token scenario 05: a skewed clock, $transport', ({ latency }) => {
  it.each([
    { wrong: 'right', offset: 0 },
    { wrong: '31 seconds fast', offset: 31 * second },
    { wrong: '31 seconds slow', offset: -31 * second },
    { wrong: 'an hour fast', offset: hour },
    { wrong: 'an hour slow', offset: -hour },
    { wrong: 'a day fast', offset: day },
    { wrong: 'a day slow', offset: -day },
  ])('a machine’s clock that is $wrong, and a service that says what time it is', ({ offset }) => {
    const world = createWorld({ issue: () => hour, latency, offset, saysDate: true, seed: 5 })
    world.watch()
    const got = pulling(world, 4 * hour, 10 * second)
    world.clock.advance(second)
    expect([got.length, got.filter((each) => !each.startsWith('T'))]).toEqual([1440, []])
    expect(world.bearers.length).toBe(1440)
    expect(Math.abs(world.calls.length - 5)).toBeLessThanOrEqual(1)
  })

  it.each([
    { wrong: 'an hour fast', offset: hour },
    { wrong: 'a day fast', offset: day },
  ])('a machine’s clock that is $wrong, and nobody says so: few calls in vain, and why', ({ offset }) => {
    const world = createWorld({ issue: () => hour, latency, offset, seed: 5 })
    world.watch()
    const got = pulling(world, 4 * hour, 10 * second, 5 * second)
    expect(busiest(world.calls, 10 * minute)).toBeLessThanOrEqual(26)
    expect(new Set(got)).toEqual(
      new Set([expect.stringMatching(/expires no later than the last one; check the clock$/)]),
    )
  })

  it('a machine’s clock that is an hour slow, and nobody says so: each token is replaced when it is refused', () => {
    const world = createWorld({ issue: () => hour, latency, offset: -hour, seed: 5 })
    world.watch()
    const got = pulling(world, 4 * hour, 10 * second)
    world.clock.advance(second)
    expect([got.length, got.filter((each) => !each.startsWith('T'))]).toEqual([1440, []])
    expect(busiest(world.calls, 10 * minute)).toBe(1)
    expect(world.bearers.length).toBe(1440 + world.calls.length - 1)
  })
})
