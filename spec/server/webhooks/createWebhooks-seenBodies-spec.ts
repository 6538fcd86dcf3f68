import { createVirtualClock } from '../../../lib/index.js'
import { createSeenBodies } from '../../../lib/server/webhooks/createWebhooks.js'

const body = (number: number): Uint8Array => Buffer.from(String(number))

describe('createSeenBodies', () => {
  it('remembers for its time, counted from the first', () => {
    const clock = createVirtualClock()
    const { add } = createSeenBodies(clock, 1000)
    expect(add(body(1))).toBe(true)
    clock.advance(600)
    expect([add(body(1)), add(body(2))]).toEqual([false, true])
    clock.advance(400)
    expect(add(body(1))).toBe(false)
    clock.advance(1)
    expect([add(body(1)), add(body(2))]).toEqual([true, false])
  })

  it('knows what it remembers, and remembers nothing by that', () => {
    const clock = createVirtualClock()
    const { has, add } = createSeenBodies(clock, 1000)
    expect([has(body(1)), has(body(1)), add(body(1)), has(body(1)), has(body(2))]).toEqual([
      false,
      false,
      true,
      true,
      false,
    ])
    clock.advance(1001)
    expect(has(body(1))).toBe(false)
  })

  it('goes by the clock that cannot be set back', () => {
    const clock = createVirtualClock({ start: 1e12 })
    const { add } = createSeenBodies(clock, 1000)
    add(body(1))
    clock.stepWall(5000)
    expect(add(body(1))).toBe(false)
    clock.stepWall(-10_000)
    clock.advance(1001)
    expect(add(body(1))).toBe(true)
  })

  it('remembers the last hundred thousand', () => {
    const { add } = createSeenBodies(createVirtualClock(), Infinity)
    for (let number = 0; number < 100_000; number++) add(body(number))
    expect(add(body(0))).toBe(false)
    expect(add(body(100_000))).toBe(true)
    expect([add(body(1)), add(body(0))]).toEqual([false, true])
  })
})
