import { token } from '../../helpers/responses.js'
import { hour, minute, second, transports } from '../../helpers/tokens.js'
import { busiest, createWorld, type Issue, pulling } from '../../helpers/world.js'

const day = 24 * hour
const start = Date.UTC(2026, 0, 15, 12)

describe.each(transports)('token scenario 04: not fresher, $transport', ({ latency }) => {
  it.each<{ readonly what: string; readonly issue: Issue }>([
    { what: 'the same token again and again', issue: token('same', start + minute) },
    { what: 'tokens that have ended', issue: -second },
    { what: 'tokens that end as they come', issue: 0 },
    { what: 'tokens that last a millisecond', issue: 1 + latency },
    { what: 'tokens that ended in 1970', issue: token('old', 0) },
    { what: 'tokens that ended before 1970', issue: token('older', -day) },
  ])('$what are few calls and no dead token, and the first good one ends it', ({ issue }) => {
    let isMended = false
    const world = createWorld({ issue: () => (isMended ? hour : issue), latency })
    world.clock.advance(2 * minute)
    const { seen } = world.watch()
    const got = pulling(world, 10 * minute, 100, second)
    world.clock.advance(second)
    expect(seen).toEqual([])
    expect(new Set(got)).toEqual(
      new Set([expect.stringMatching(/^TokenUnavailable: .*1000 ms.*expires no later than the last one/)]),
    )
    expect(busiest(world.calls, 10 * minute)).toBeLessThanOrEqual(26)
    const failures = world.events.flatMap((event) => (event._tag === 'TokenFailed' ? [event.error._tag] : []))
    expect(new Set(failures)).toEqual(new Set(['TokenUnavailable']))
    isMended = true
    world.clock.advance(minute)
    expect([seen.length, world.pull()]).toEqual([1, latency === 0 ? seen : []])
  })

  it('a token that ends no later than the one in use, is not used in its place', () => {
    const world = createWorld({ issue: (call) => (call === 2 ? minute : 10 * minute), latency })
    const { seen } = world.watch()
    world.clock.advance(8 * minute)
    expect(seen).toEqual(['T1', 'T3'])
  })
})
