import { acceleratedClock } from '../../../lib/cli/sandbox/runSandbox.js'

const start = Date.UTC(2026, 0, 31, 23, 59)
describe('acceleratedClock', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: 0 })
  })

  afterEach(() => {
    jest.useRealTimers()
  })

  it('begins where it is told to, and goes so many times as fast', () => {
    const clock = acceleratedClock({ start, speed: 60 })
    expect([clock.wall(), clock.monotonic(), clock.scheduler.now()]).toEqual([start, 0, start])
    jest.advanceTimersByTime(1000)
    expect([clock.wall(), clock.monotonic(), clock.scheduler.now()]).toEqual([start + 60_000, 60_000, start + 60_000])
  })

  it('begins now and goes as time does unless it is told otherwise', () => {
    jest.setSystemTime(12_345)
    const clock = acceleratedClock({})
    jest.advanceTimersByTime(5)
    expect(clock.wall()).toBe(12_350)
  })

  it('fires timers as much sooner, also those that are armed again', () => {
    const clock = acceleratedClock({ speed: 10 })
    const fired: Array<number> = []
    clock.scheduler.schedule<number>(
      function (left) {
        fired.push(Date.now())
        if (left > 0) this.schedule(left - 1, 2000)
      },
      1000,
      2,
    )
    const cancelled = clock.scheduler.schedule(() => fired.push(NaN), 1000)
    cancelled.unsubscribe()
    jest.advanceTimersByTime(10_000)
    expect(fired).toEqual([100, 300, 500])
  })
})
