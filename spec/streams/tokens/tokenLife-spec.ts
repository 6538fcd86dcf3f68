import fc from 'fast-check'
import { none, some } from 'fp-ts/lib/Option.js'
import { msUntil, now } from '../../../lib/base/clock/Clock.js'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { minLife, timeLeft, tokenLife } from '../../../lib/streams/tokens/tokenLife.js'
import { hour, minute, second } from '../../helpers/tokens.js'

const wall = Date.UTC(2026, 0, 1)
const start = { wall, monotonic: 0 }
const instant = { start, end: start, serverTime: none }
const half = () => 0.5

/** A token that the service issues for `life` milliseconds, its clock being ahead of ours by `ahead`. */
const lifeOf = (life: number, ahead: number, random = half) =>
  tokenLife(wall + ahead + life, { ...instant, serverTime: some(wall + ahead) }, random)

describe('tokenLife', () => {
  it('ends at the same moment by both clocks', () => {
    const { expires } = tokenLife(wall + hour, instant, half)
    expect(expires).toEqual({ wall: wall + hour, monotonic: hour })
  })

  it.each([
    { life: 2 * hour, random: 0, window: 5 * minute },
    { life: 2 * hour, random: 1, window: 6 * minute },
    { life: 10 * minute, random: 0, window: 2 * minute },
    { life: 10 * minute, random: 1, window: 2.5 * minute },
    { life: 1200, random: 1, window: 200 },
  ])('a token of $life ms is renewed $window ms before it ends, if random is $random', ({ life, random, window }) => {
    const { renews } = tokenLife(wall + life, instant, () => random)
    expect(renews).toEqual({ wall: wall + life - window, monotonic: life - window })
  })

  it('is renewed while it lives and never sooner than a second after it came, whatever its life and luck', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: minLife, max: 2 ** 53 - 2 ** 41 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (life, luck) => {
          const { expires, renews } = tokenLife(wall + life, instant, () => luck)
          expect(renews.monotonic).toBeLessThanOrEqual(expires.monotonic)
          expect(renews.monotonic).toBeGreaterThanOrEqual(Math.max(1000, Math.min(life * 0.749, life - 6 * minute)))
        },
      ),
    )
  })

  it('counts from the middle of the exchange', () => {
    const end = { wall: wall + 10 * second, monotonic: 10 * second }
    const { expires } = tokenLife(wall + hour, { start, end, serverTime: none }, half)
    expect(expires).toEqual({ wall: wall + hour, monotonic: hour })
    const ahead = tokenLife(wall + 2 * hour, { start, end, serverTime: some(wall + hour + 5 * second) }, half)
    expect(ahead.expires.monotonic).toBe(hour - second)
  })

  it('does not take a token for younger because the local clock is ahead by up to half a minute', () => {
    expect(lifeOf(hour, -30 * second).expires.wall).toBe(wall + hour - 30 * second)
    expect(lifeOf(hour, -30_001).expires).toEqual({ wall: wall + hour - second, monotonic: hour - second })
  })

  it('takes it for older as soon as the local clock is behind, by a second more, for the service tells no parts of one', () => {
    for (const behind of [1, 30 * second, 30_001])
      expect(lifeOf(hour, behind).expires).toEqual({ wall: wall + hour - second, monotonic: hour - second })
  })

  it('corrects nothing if the service may have told its time at any moment of the exchange', () => {
    const end = { wall: wall + minute, monotonic: minute }
    for (const serverTime of [wall - 30 * second, wall, wall + minute])
      expect(tokenLife(wall + hour, { start, end, serverTime: some(serverTime) }, half).expires.wall).toBe(wall + hour)
  })

  it('never gives a token longer than it has, by the service’s clock, if that is wrong by more than half a minute', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 24 * hour }),
        fc.integer({ min: 31 * second, max: 400 * 24 * hour }),
        fc.boolean(),
        (life, wrong, isAhead) => {
          const time = wall + (isAhead ? wrong : -wrong)
          const reported = Math.floor(time / 1000) * 1000
          const { expires } = tokenLife(time + life, { ...instant, serverTime: some(reported) }, half)
          expect(expires.monotonic).toBeLessThanOrEqual(life)
          expect(expires.monotonic).toBeGreaterThanOrEqual(life - second)
        },
      ),
    )
  })
})

describe('timeLeft', () => {
  const setUp = (life = hour) => {
    const clock = createVirtualClock({ start: wall })
    return { clock, left: () => timeLeft(tokenLife(wall + life, instant, half), clock) }
  }

  it('is what both clocks say while they continue alike, and the less of it if they differ by a second at most', () => {
    const { clock, left } = setUp()
    clock.advance(minute)
    clock.sleep(minute, true)
    expect(left()).toBe(58 * minute)
    clock.sleep(second)
    expect(left()).toBe(58 * minute - second)
    clock.stepWall(-2 * second)
    expect(left()).toBe(58 * minute)
  })

  it.each([1001, -1001, 2 * hour, -2 * hour])('is nothing once the wall clock has leapt by %d ms', (step) => {
    const { clock, left } = setUp()
    clock.stepWall(step)
    expect(left()).toBe(0)
  })

  it('is nothing after a sleep, unless the monotonic clock counts it', () => {
    const [slept, counted] = [setUp(), setUp()]
    slept.clock.sleep(minute)
    counted.clock.sleep(minute, true)
    expect([slept.left(), counted.left()]).toEqual([0, 59 * minute])
  })

  it('lets the clocks come apart by a second in 10,000', () => {
    const { clock, left } = setUp(30 * 24 * hour)
    clock.advance(24 * hour)
    clock.stepWall(-9640)
    expect(left()).toBe(29 * 24 * hour)
    clock.stepWall(-1)
    expect(left()).toBe(0)
  })

  it('does not see that the wall clock was set back by as much as the machine sleeps: nothing tells', () => {
    const { clock, left } = setUp()
    clock.stepWall(-2 * hour)
    clock.sleep(2 * hour)
    expect(left()).toBe(hour)
  })
})

describe('until', () => {
  it('is the time to a moment by the clock that is nearer to it', () => {
    const clock = createVirtualClock({ start: wall })
    const moment = { wall: wall + hour, monotonic: hour }
    clock.stepWall(-3 * hour)
    expect(msUntil(moment, clock)).toBe(hour)
    clock.stepWall(3 * hour + minute)
    expect(msUntil(moment, clock)).toBe(59 * minute)
    clock.advance(hour)
    expect(msUntil(moment, clock)).toBe(-minute)
    expect(msUntil(now(clock), clock)).toBe(0)
  })
})
