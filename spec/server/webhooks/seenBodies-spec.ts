import { createVirtualClock } from '../../../lib/index.js'
import { createSeenBodies } from '../../../lib/server/webhooks/seenBodies.js'

const body = (number: number): Uint8Array => Buffer.from(String(number))

describe('createSeenBodies', () => {
  it('remembers for its time, counted from the first', () => {
    const clock = createVirtualClock()
    const { isNew } = createSeenBodies(clock, 1000)
    expect(isNew(body(1))).toBe(true)
    clock.advance(600)
    expect([isNew(body(1)), isNew(body(2))]).toEqual([false, true])
    clock.advance(400)
    expect(isNew(body(1))).toBe(false)
    clock.advance(1)
    expect([isNew(body(1)), isNew(body(2))]).toEqual([true, false])
  })

  it('knows what it remembers, and remembers nothing by that', () => {
    const clock = createVirtualClock()
    const { has, isNew } = createSeenBodies(clock, 1000)
    expect([has(body(1)), has(body(1)), isNew(body(1)), has(body(1)), has(body(2))]).toEqual([
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
    const { isNew } = createSeenBodies(clock, 1000)
    isNew(body(1))
    clock.stepWall(5000)
    expect(isNew(body(1))).toBe(false)
    clock.stepWall(-10_000)
    clock.advance(1001)
    expect(isNew(body(1))).toBe(true)
  })

  it('remembers the last hundred thousand', () => {
    const { isNew } = createSeenBodies(createVirtualClock(), Infinity)
    for (let number = 0; number < 100_000; number++) isNew(body(number))
    expect(isNew(body(0))).toBe(false)
    expect(isNew(body(100_000))).toBe(true)
    expect([isNew(body(1)), isNew(body(0))]).toEqual([false, true])
  })
})
