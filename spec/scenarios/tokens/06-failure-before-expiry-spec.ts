import { minute, second, transports } from '../../helpers/tokens.js'
import { busy, createWorld, lost, pulling } from '../../helpers/world.js'

const life = 10 * minute

describe.each(transports)('token scenario 06: failure before expiry, $transport', ({ latency }) => {
  it('is nobody’s error; pulls get the old token at once; the next attempt is no earlier than asked', () => {
    const script = [life, busy(), busy(503, 30), lost]
    const world = createWorld({ issue: (call) => script[call - 1] ?? life, latency, seed: 6 })
    const { seen } = world.watch()
    world.clock.advance(7 * minute)
    const got = pulling(world, 2 * minute, second, 1 + latency)
    world.clock.advance(latency)
    expect([seen, got.length]).toEqual([['T1', 'T2'], 120])
    expect(got).toEqual([...got].sort())
    expect(new Set(got)).toEqual(new Set(['T1', 'T2']))
    const { calls } = world
    expect(calls.length).toBe(5)
    const gaps = [2, 3, 4].map((call) => (calls[call] ?? 0) - (calls[call - 1] ?? 0) - latency)
    const bounds = [
      [500, 1000],
      [30_000, 30_000],
      [2000, 4000],
    ]
    bounds.forEach(([least = 0, most = 0], index) => {
      expect(gaps[index]).toBeGreaterThanOrEqual(least)
      expect(gaps[index]).toBeLessThanOrEqual(most)
    })
  })

  it('a renewal that hangs keeps nobody waiting for longer than his patience, for there is a token', () => {
    const world = createWorld({ issue: (call) => (call === 1 ? life : 'silence'), latency })
    world.pull()
    world.clock.advance(9 * minute)
    const got = [world.pull(5 * second), world.pull(5 * second)]
    world.clock.advance(5 * second + latency)
    expect([got, world.calls.length]).toEqual([[['T1'], ['T1']], 2])
  })
})
