import { hour, minute, second, transports } from '../../helpers/tokens.js'
import { createWorld } from '../../helpers/world.js'

const hints = 5 // resume, visibilitychange, focus, pageshow and online

describe.each(transports)('token scenario 12: sleep and resume, $transport', ({ latency }) => {
  describe.each([false, true])('if the monotonic clock counts sleep: %p', (isCounted) => {
    /** A machine that slept for eight hours, with a token that had an hour left. */
    const slept = (isWatched: boolean) => {
      const world = createWorld({ issue: () => 2 * hour, latency })
      const seen = isWatched ? world.watch().seen : []
      world.pull()
      world.clock.advance(hour)
      world.sleep(8 * hour, isCounted)
      return { world, seen }
    }

    it.each([true, false])('a pull in the first moment gets a new token, watched: %p', (isWatched) => {
      const { world } = slept(isWatched)
      const got = world.pull()
      world.clock.advance(2 * latency)
      expect([got, world.calls.length]).toEqual([['T2'], 2])
    })

    it('a late subscriber of the first moment never sees the old token', () => {
      const { world, seen } = slept(true)
      const late = world.watch()
      world.clock.advance(latency)
      expect([seen, late.seen, world.calls.length]).toEqual([['T1', 'T2'], ['T2'], 2])
    })

    it('without a pull or a hint, the call starts within a tick', () => {
      const { world, seen } = slept(true)
      world.clock.advance(30 * second + latency)
      expect([seen, world.calls.length]).toEqual([['T1', 'T2'], 2])
    })

    it('all hints of a turn are one call, at once', () => {
      const { world, seen } = slept(true)
      for (let n = 0; n < hints; n++) world.clock.wake()
      world.clock.advance(latency)
      expect([seen, world.calls.length]).toEqual([['T1', 'T2'], 2])
      world.clock.advance(minute)
      expect([world.calls.length, world.clock.pending()]).toEqual([2, 1])
    })

    it('hints while the token is not due are no call', () => {
      const world = createWorld({ issue: () => 2 * hour, latency })
      world.watch()
      for (let n = 0; n < 60; n++) {
        world.clock.advance(minute)
        for (let hint = 0; hint < hints; hint++) world.clock.wake()
      }
      expect(world.calls.length).toBe(1)
    })
  })
})
