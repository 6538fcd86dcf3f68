import { BehaviorSubject } from 'rxjs'
import { hour, minute, second, transports } from '../../helpers/tokens.js'
import { busiest, createWorld, pulling } from '../../helpers/world.js'

const life = 2 * minute

describe.each(transports)('token scenario 16: a throttled tab, $transport', ({ latency }) => {
  it('whose timers fire once a minute: no dead token, a call a minute, and one check as it is shown', () => {
    const world = createWorld({ issue: () => life, latency, seed: 16 })
    world.hidden(minute)
    const { seen } = world.watch()
    const got = pulling(world, hour, 7 * second)
    world.clock.advance(second)
    expect(got.filter((each) => !each.startsWith('T'))).toEqual([])
    expect(got.length).toBe(Math.ceil(hour / (7 * second)))
    expect(busiest(world.calls, minute)).toBe(1)
    world.clock.advance(105 * second)
    world.hidden(1)
    const before = world.calls.length
    for (let n = 0; n < 5; n++) world.clock.wake()
    world.clock.advance(latency)
    expect(world.calls.length - before).toBe(1)
    expect(seen[seen.length - 1]).toBe(`T${String(world.calls.length)}`)
  })

  it('which is not active: no call while hidden, one as it is shown, and pulls go through meanwhile', () => {
    const active$ = new BehaviorSubject(true)
    const world = createWorld({ issue: () => life, latency, client: { active$ } })
    const { seen } = world.watch()
    world.clock.advance(second)
    active$.next(false)
    world.hidden(minute)
    world.clock.advance(hour)
    expect([world.calls.length, seen, world.clock.pending()]).toEqual([1, ['T1'], 0])
    expect([...world.events].filter(({ _tag }) => _tag === 'TokenFailed')).toEqual([])
    const late = world.watch()
    world.clock.advance(second)
    expect([world.calls.length, late.seen]).toEqual([2, ['T2']])
    world.clock.advance(hour)
    const got = world.pull()
    world.clock.advance(second)
    expect([world.calls.length, got]).toEqual([3, ['T3']])
    world.clock.advance(hour)
    world.hidden(1)
    active$.next(true)
    world.clock.wake()
    world.clock.advance(second)
    expect([world.calls.length, seen]).toEqual([4, ['T1', 'T2', 'T3', 'T4']])
  })
})
