import { BehaviorSubject, defer, finalize } from 'rxjs'
import { hour, minute, second, transports } from '../../helpers/tokens.js'
import { createWorld, insights, lost } from '../../helpers/world.js'

describe.each(transports)('token scenario 19: cleanup and isolation, $transport', ({ latency }) => {
  it('the last to unsubscribe leaves no timer, be it idle or between two attempts', () => {
    const world = createWorld({ issue: (call) => (call > 1 ? lost : hour), latency })
    const idle = world.watch()
    world.clock.advance(minute)
    expect(world.clock.pending()).toBe(1)
    idle.leave()
    expect(world.clock.pending()).toBe(0)
    world.clock.advance(2 * hour)
    const failing = world.watch()
    const waiting = world.user.send(insights).subscribe()
    world.clock.advance(300)
    expect([world.counts.failed, world.counts.inFlight]).toEqual([1, 0])
    expect(world.clock.pending()).toBeGreaterThan(0)
    failing.leave()
    waiting.unsubscribe()
    expect(world.clock.pending()).toBe(0)
    world.clock.advance(hour)
    expect(world.calls.length).toBe(2)
  })

  it('one listens to the platform for each user, however many are subscribed, and nobody after the last', () => {
    const world = createWorld({ issue: () => minute, latency })
    const own = Array.from({ length: 20 }, () => world.watch())
    const others = Array.from({ length: 5 }, (_, n) => world.watch(world.another(`U${String(n)}`)))
    world.clock.advance(60 * minute)
    expect(world.listeners()).toBe(1 + 5)
    for (const { leave } of [...own, ...others]) leave()
    expect([world.listeners(), world.clock.pending(), world.counts.inFlight]).toEqual([0, 0, 0])
  })

  it('whether it is of use to ask is listened to only while something waits for it', () => {
    let listeners = 0
    const activity = new BehaviorSubject(true)
    const active$ = defer(() => {
      listeners++
      return activity.pipe(finalize(() => listeners--))
    })
    const world = createWorld({ issue: () => 10 * minute, latency, client: { active$ } })
    const { leave } = world.watch()
    world.clock.advance(minute)
    expect(listeners).toBe(0)
    activity.next(false)
    world.clock.advance(10 * minute)
    expect([listeners, world.clock.pending()]).toEqual([1, 0])
    leave()
    expect([listeners, world.clock.pending(), world.calls.length]).toEqual([0, 0, 1])
  })

  it('who gives up does so alone', () => {
    const world = createWorld({ latency })
    const givingUp = world.user.send(insights).subscribe()
    const others = Array.from({ length: 49 }, () => world.pull())
    givingUp.unsubscribe()
    world.clock.advance(second)
    expect([world.calls.length, others]).toEqual([1, others.map(() => ['T1'])])
  })

  it('ten thousand subscribers that come and go leave nothing behind', () => {
    const world = createWorld({ latency })
    for (let n = 0; n < 1000; n++) world.user.token$.subscribe().unsubscribe()
    expect([world.clock.pending(), world.counts.inFlight]).toEqual([0, 0])
    expect(world.calls.length).toBe(latency === 0 ? 1 : 1000)
    world.pull()
    world.clock.advance(second)
    const before = world.calls.length
    for (let n = 0; n < 10_000; n++) world.user.token$.subscribe().unsubscribe()
    expect([world.clock.pending(), world.calls.length, world.counts.inFlight]).toEqual([0, before, 0])
  })
})

describe('token scenario 19: cleanup and isolation, while an authentication is in flight', () => {
  it('the last to leave aborts it, and nothing is emitted', () => {
    const world = createWorld({ latency: second })
    const { seen, leave } = world.watch()
    world.clock.advance(500)
    leave()
    expect([world.counts.aborted, world.counts.inFlight, world.clock.pending()]).toEqual([1, 0, 0])
    world.clock.advance(hour)
    expect([seen, world.calls.length]).toEqual([[], 1])
  })

  it('one who comes before the last has left joins it', () => {
    const world = createWorld({ latency: second })
    const first = world.watch()
    world.clock.advance(500)
    const joining = [world.watch().seen, world.pull()]
    first.leave()
    world.clock.advance(500 + second)
    expect([joining, world.calls.length]).toEqual([[['T1'], ['T1']], 1])
  })
})
