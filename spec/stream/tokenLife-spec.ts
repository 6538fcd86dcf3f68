import fc from 'fast-check'
import { none, some } from 'fp-ts/lib/Option.js'
import { now, until } from '../../lib/clock/Moment.js'
import { createVirtualClock } from '../../lib/clock/virtualClock.js'
import { shortestLife, tokenLife } from '../../lib/stream/tokenLife.js'
import { hour, minute, second } from '../helpers/tokens.js'

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
  ])(
    'a token of $life ms is renewed $window ms before it ends, where random is $random',
    ({ life, random, window }) => {
      const { renews } = tokenLife(wall + life, instant, () => random)
      expect(renews).toEqual({ wall: wall + life - window, monotonic: life - window })
    },
  )

  it('is renewed while it lives and never sooner than a second after it came, whatever its life and luck', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: shortestLife, max: 2 ** 53 - 2 ** 41 }),
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

  it('does not correct a difference of up to half a minute, which a slow answer makes as well', () => {
    expect(lifeOf(hour, 30 * second).expires.wall).toBe(wall + hour + 30 * second)
    expect(lifeOf(hour, -30 * second).expires.wall).toBe(wall + hour - 30 * second)
  })

  it('corrects a greater one, and takes the token for a second older, for the service tells no parts of one', () => {
    expect(lifeOf(hour, 30_001).expires).toEqual({ wall: wall + hour - second, monotonic: hour - second })
    expect(lifeOf(hour, -30_001).expires).toEqual({ wall: wall + hour - second, monotonic: hour - second })
  })

  it('never gives a token longer than it has, by the service’s clock, if that is wrong by more than half a minute', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 24 * hour }),
        fc.integer({ min: 31 * second, max: 400 * 24 * hour }),
        fc.boolean(),
        (life, wrong, isAhead) => {
          const time = wall + (isAhead ? wrong : -wrong)
          const told = Math.floor(time / 1000) * 1000
          const { expires } = tokenLife(time + life, { ...instant, serverTime: some(told) }, half)
          expect(expires.monotonic).toBeLessThanOrEqual(life)
          expect(expires.monotonic).toBeGreaterThanOrEqual(life - second)
        },
      ),
    )
  })
})

describe('until', () => {
  it('is the time to a moment by the clock that is nearer to it', () => {
    const clock = createVirtualClock({ start: wall })
    const moment = { wall: wall + hour, monotonic: hour }
    clock.stepWall(-3 * hour)
    expect(until(moment, clock)).toBe(hour)
    clock.stepWall(3 * hour + minute)
    expect(until(moment, clock)).toBe(59 * minute)
    clock.advance(hour)
    expect(until(moment, clock)).toBe(-minute)
    expect(until(now(clock), clock)).toBe(0)
  })
})
