import { asyncScheduler } from 'rxjs'
import { systemClock } from '../../../lib/base/clock/systemClock.js'
import { marbles } from '../../helpers/marbles.js'

describe('systemClock', () => {
  it("has the machine's wall clock", () => {
    const before = Date.now()
    const wall = systemClock.wall()
    expect(wall).toBeGreaterThanOrEqual(before)
    expect(wall).toBeLessThanOrEqual(Date.now())
  })

  it('has a monotonic clock that does not follow the wall clock', () => {
    const before = systemClock.monotonic()
    const wall = jest.spyOn(Date, 'now').mockReturnValue(0)
    expect(systemClock.monotonic()).toBeGreaterThanOrEqual(before)
    expect(systemClock.wall()).toBe(0)
    wall.mockRestore()
  })

  it("arms timers on RxJS's scheduler of the platform's timers", () => {
    expect(systemClock.scheduler).toBe(asyncScheduler)
  })

  it('follows virtual time inside a TestScheduler', () => {
    const walls: Array<number> = []
    marbles(({ cold }) => {
      cold('a---b|').subscribe(() => walls.push(systemClock.wall()))
    })
    expect(walls).toEqual([0, 4])
  })
})
