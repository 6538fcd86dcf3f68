import { json } from '../../helpers/responses.js'
import { second, transports } from '../../helpers/tokens.js'
import { createWorld, pulling } from '../../helpers/world.js'

describe('token scenario 10: late and endless 401s', () => {
  it.each([
    { how: 'synchronous', latency: 0 },
    { how: 'as slow as the refresh', latency: 5 },
    { how: 'slower than it', latency: 50 },
  ])('twenty pulls five milliseconds apart, $how, are one authentication and twenty replays', ({ latency }) => {
    let isRevoked = false
    const world = createWorld({
      answer: (bearer) => (isRevoked && bearer === 'T1' ? json({}, 401) : json(bearer)),
      latency,
    })
    world.pull()
    world.clock.advance(6 * second)
    isRevoked = true
    const got = pulling(world, 100, 5)
    world.clock.advance(second)
    expect([world.calls.length, got]).toEqual([2, Array.from({ length: 20 }, () => 'T2')])
    expect(world.bearers.filter((bearer) => bearer === 'T2').length).toBe(20)
  })

  it('twenty pulls at once, whose 401s come five milliseconds apart, are one authentication and twenty replays', () => {
    const refusals = Array.from({ length: 20 }, (_, n) => (n + 1) * 5)
    let isRevoked = false
    const world = createWorld({
      latency: 5,
      answer: (bearer) => (isRevoked && bearer === 'T1' ? json({}, 401) : json(bearer)),
      delayOf: (bearer) => (isRevoked && bearer === 'T1' ? (refusals.shift() ?? 0) : 5),
    })
    world.pull()
    world.clock.advance(6 * second)
    isRevoked = true
    const got: Array<string> = []
    for (let n = 0; n < 20; n++) world.pull(second, got)
    world.clock.advance(second)
    expect([world.calls.length, got]).toEqual([2, Array.from({ length: 20 }, () => 'T2')])
    expect(world.bearers.slice(1, 21)).toEqual(Array.from({ length: 20 }, () => 'T1'))
    expect(world.bearers.slice(21)).toEqual(Array.from({ length: 20 }, () => 'T2'))
  })

  it.each(transports)(
    'a 401 to everything, $transport, is three refreshes a minute, and everybody’s',
    ({ latency }) => {
      const world = createWorld({ answer: () => json({}, 401), latency })
      const got = pulling(world, 60 * second, 10)
      world.clock.advance(10 * second)
      expect(got).toEqual(Array.from({ length: 6000 }, () => '401'))
      expect(world.calls.length).toBeLessThanOrEqual(1 + 3)
    },
  )
})
