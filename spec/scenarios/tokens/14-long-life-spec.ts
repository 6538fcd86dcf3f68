import { hour, minute, second, transports } from '../../helpers/tokens.js'
import { createWorld } from '../../helpers/world.js'

const day = 24 * hour
const timerLimit = 2 ** 31 - 1

describe.each(transports)('token scenario 14: a long life, $transport', ({ latency }) => {
  it.each([
    { when: 'in forty days', life: 40 * day },
    { when: 'in four hundred days', life: 400 * day },
    { when: 'in 9999', life: Date.UTC(9999, 11, 31) - Date.UTC(2026, 0, 15, 12) },
  ])('a token that ends $when is renewed once, by timers that a platform keeps', ({ life }) => {
    const world = createWorld({ issue: (call) => (call === 1 ? life : 2 * hour), latency, saysDate: true })
    const { clock, calls, armed } = world
    const early = world.watch()
    clock.advance(life === 40 * day ? 25 * day : hour)
    expect([calls, clock.pending()]).toEqual([[0], 1])
    early.leave()
    expect(clock.pending()).toBe(0)
    clock.advance(life - hour - clock.monotonic())
    const { seen } = world.watch()
    clock.advance(53 * minute)
    expect([calls, seen]).toEqual([[0], ['T1']])
    clock.advance(2 * minute + latency)
    expect([calls.length, seen]).toEqual([2, ['T1', 'T2']])
    expect(calls[1]).toBeGreaterThanOrEqual(life - 6 * minute - second)
    expect(calls[1]).toBeLessThanOrEqual(life - 5 * minute)
    expect(clock.pending()).toBe(1)
    expect(Math.max(...armed)).toBeLessThanOrEqual(timerLimit)
  })
})
