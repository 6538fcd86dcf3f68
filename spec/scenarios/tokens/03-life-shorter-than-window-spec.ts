import { minute, second, transports } from '../../helpers/tokens.js'
import { closest, createWorld, pulling } from '../../helpers/world.js'

describe.each(transports)('token scenario 03: a life shorter than the window, $transport', ({ latency }) => {
  it.each([
    { life: 45 * second, apart: 30 * second, most: 20, watched: true },
    { life: 45 * second, apart: 30 * second, most: 20, watched: false },
    { life: 5 * second, apart: 3700, most: 162, watched: true },
    { life: 5 * second, apart: 3700, most: 162, watched: false },
    { life: 1100, apart: 1000, most: 601, watched: true },
  ])(
    'tokens of $life ms, watched: $watched, are renewed at least $apart ms apart',
    ({ life, apart, most, watched }) => {
      const world = createWorld({ issue: () => life, latency, seed: 3 })
      if (watched) world.watch()
      const got = pulling(world, 10 * minute, 100)
      expect(world.calls.length).toBeLessThanOrEqual(most)
      world.clock.advance(2 * latency)
      expect([got.length, got.filter((each) => !each.startsWith('T'))]).toEqual([6000, []])
      expect(closest(world.calls)).toBeGreaterThanOrEqual(apart)
    },
  )

  it('who pulls causes no call while somebody is subscribed', () => {
    const world = createWorld({ issue: () => 45 * second, latency, seed: 3 })
    world.watch()
    let caused = 0
    for (let n = 0; n < 6000; n++) {
      const before = world.calls.length
      world.pull()
      caused += world.calls.length - before
      world.clock.advance(100)
    }
    expect(caused).toBe(0)
  })
})
