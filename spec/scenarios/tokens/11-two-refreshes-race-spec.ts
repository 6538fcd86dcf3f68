import { minute, second } from '../../helpers/tokens.js'
import { createWorld } from '../../helpers/world.js'

const life = 60 * minute

describe('token scenario 11: two refreshes race', () => {
  it.each([
    { how: 'watched', isWatched: true },
    { how: 'only waited for', isWatched: false },
  ])('a token that was requested before an invalidation is dropped, $how', ({ isWatched }) => {
    const world = createWorld({ issue: () => life, latency: 2 * second })
    const { clock, calls, counts, user, pull } = world
    pull()
    clock.advance(life - 4 * minute)
    const watched = isWatched ? world.watch().seen : []
    const early = pull()
    clock.advance(second)
    expect([calls.length, counts.inFlight]).toEqual([2, isWatched ? 2 : 1])
    const invalidatedAt = clock.monotonic()
    user.invalidate()
    const later = pull()
    clock.advance(minute)
    expect(calls.slice(2)).toEqual([invalidatedAt])
    expect([early, later]).toEqual([[isWatched ? 'T1' : 'T3'], ['T3']])
    expect(watched).toEqual(isWatched ? ['T1', 'T3'] : [])
    expect(counts.aborted).toBe(1)
  })

  it('what is emitted never ends sooner than what was, though the service says so', () => {
    const world = createWorld({ issue: (call) => (call % 2 === 0 ? minute : life), latency: 2 * second })
    const ends: Array<number> = []
    world.user.token$.subscribe(({ expires_at }) => ends.push(expires_at.getTime()))
    world.clock.advance(5 * life)
    expect(world.calls.length).toBe(11)
    expect(ends.length).toBe(6)
    expect(ends).toEqual([...ends].sort((a, b) => a - b))
  })
})
