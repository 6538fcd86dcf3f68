import { hour, minute, second } from '../../helpers/tokens.js'
import { createWorld, lost } from '../../helpers/world.js'

describe('token scenario 13: a bad wake', () => {
  it('a call that hangs over a sleep is aborted at 30 s of the monotonic clock, and made again', () => {
    const world = createWorld({ issue: (call) => (call === 1 ? 'silence' : hour) })
    const { seen } = world.watch()
    world.clock.advance(second)
    world.sleep(hour)
    world.clock.wake()
    world.clock.advance(29 * second - 1)
    expect([world.counts.aborted, seen]).toEqual([0, []])
    world.clock.advance(1)
    expect([world.counts.aborted, world.calls.length]).toEqual([1, 1])
    world.clock.advance(second)
    expect([world.calls.length, seen]).toEqual([2, ['T1']])
  })

  it('a token that was issued before the sleep and comes after it is dead, and another is asked for', () => {
    const world = createWorld({ issue: () => hour, latency: 2 * second, saysDate: true })
    const { seen } = world.watch()
    world.clock.advance(1500)
    world.sleep(8 * hour)
    world.clock.advance(10 * second)
    expect([seen, world.calls.length]).toEqual([['T2'], 2])
  })

  it('the first three calls after a sleep fail: nobody is told, and there is a token soon after the network is back', () => {
    let isDown = false
    const world = createWorld({ issue: () => (isDown ? lost : hour), latency: 50 })
    const { seen } = world.watch()
    world.clock.advance(minute)
    world.sleep(8 * hour)
    isDown = true
    const got = world.pull()
    while (world.calls.length < 4) world.clock.advance(100)
    world.clock.advance(50)
    isDown = false
    world.clock.advance(10 * second)
    expect([seen, got, world.calls.length]).toEqual([['T1', 'T2'], ['T2'], 5])
  })
})
