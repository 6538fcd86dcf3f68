import { hour, minute, second, transports } from '../../helpers/tokens.js'
import { createWorld, lost, pulling } from '../../helpers/world.js'

const life = 10 * minute

/** A world whose service is gone from the first renewal on, until `isDown` says so. */
const outage = (latency: number) => {
  const state = { isDown: false }
  const world = createWorld({ issue: () => (state.isDown ? lost : life), latency, seed: 7 })
  const early = world.watch()
  world.clock.advance(second)
  state.isDown = true
  world.clock.advance(life)
  return { world, early, state }
}

describe.each(transports)('token scenario 07: an outage across expiry, $transport', ({ latency }) => {
  it('ends no stream, hands out nothing dead, costs few calls, and pulls are told after their patience', () => {
    const { world, early, state } = outage(latency)
    const late = world.watch()
    const before = world.calls.length
    const got = pulling(world, hour, second, 20 * second)
    world.clock.advance(20 * second)
    expect([early.seen, late.seen]).toEqual([['T1'], []])
    expect(got.length).toBe(3600)
    expect(new Set(got)).toEqual(new Set([expect.stringMatching(/^TokenUnavailable: no token within 20000 ms/)]))
    expect(world.calls.length - before).toBeGreaterThan(50)
    expect(world.calls.length - before).toBeLessThanOrEqual(126)
    state.isDown = false
    world.clock.advance(minute)
    expect([early.seen.length, late.seen.length, early.seen[1]]).toEqual([2, 1, late.seen[0]])
  })

  it('a hint that the network is back is one call at once, however many hints there are', () => {
    const { world, early, state } = outage(latency)
    const waiting = world.pull()
    world.clock.advance(20 * second)
    for (const when of ['before', 'after']) {
      state.isDown = when === 'before'
      const before = world.calls.length
      for (let n = 0; n < 5; n++) world.clock.wake()
      world.clock.advance(0)
      expect([when, world.calls.length - before]).toEqual([when, 1])
      world.clock.advance(latency + (when === 'before' ? 2 * second : 0))
    }
    world.clock.advance(latency)
    expect([early.seen.length, waiting.length]).toEqual([2, 1])
  })

  it('hints without end are no more than a call a second', () => {
    const { world } = outage(latency)
    const before = world.calls.length
    for (let n = 0; n < 600; n++) {
      world.clock.wake()
      world.clock.advance(100)
    }
    expect(world.calls.length - before).toBeLessThanOrEqual(61)
  })
})
