import { asyncScheduler, Subscription } from 'rxjs'
import { delay } from '../../../lib/base/clock/delay.js'
import { systemClock } from '../../../lib/base/clock/systemClock.js'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { marbles } from '../../helpers/marbles.js'

const longest = 2 ** 31 - 1
const year = 365 * 24 * 3_600_000

/** A virtual clock, and the delays that were armed on it. */
const noting = () => {
  const clock = createVirtualClock()
  const schedule = jest.spyOn(clock.scheduler, 'schedule')
  return { ...clock, armed: () => schedule.mock.calls.map(([, ms = 0]) => ms) }
}

/** The handles of the platform's timers, as they are armed. */
const handles = () => {
  const schedule = jest.spyOn(asyncScheduler, 'schedule')
  return () => schedule.mock.results.map(({ value }) => (value as { readonly id?: NodeJS.Timeout }).id)
}

describe('delay', () => {
  afterEach(() => jest.restoreAllMocks())

  it('emits once after its time and completes', () => {
    marbles(({ clock, expectObservable }) => {
      expectObservable(delay(clock, 250)).toBe('250ms (a|)', { a: undefined })
    })
  })

  it('arms nothing before it is subscribed to, and a timer of its own for each subscriber', () => {
    const clock = noting()
    const waiting = delay(clock, 250)
    expect(clock.armed()).toEqual([])
    waiting.subscribe()
    clock.advance(100)
    waiting.subscribe()
    expect([clock.armed(), clock.pending()]).toEqual([[250, 250], 2])
  })

  it('clears its timer when it is unsubscribed from', () => {
    const clock = noting()
    const emitted: Array<number> = []
    const subscription = delay(clock, 250).subscribe(() => emitted.push(clock.monotonic()))
    clock.advance(249)
    subscription.unsubscribe()
    expect(clock.pending()).toBe(0)
    clock.advance(1000)
    expect(emitted).toEqual([])
  })

  it.each([longest, longest + 1, 2 * longest, year, 2 ** 40])(
    'waits %d ms exactly, in parts a platform keeps',
    (ms) => {
      const clock = noting()
      const emitted: Array<number> = []
      delay(clock, ms).subscribe(() => emitted.push(clock.monotonic()))
      clock.advance(ms - 1)
      expect([emitted, clock.pending()]).toEqual([[], 1])
      clock.advance(1)
      expect([emitted, clock.pending()]).toEqual([[ms], 0])
      expect(Math.max(...clock.armed())).toBeLessThanOrEqual(longest)
      expect(clock.armed()).toHaveLength(Math.ceil(ms / longest))
    },
  )

  it('clears its timer also in a later part', () => {
    const clock = noting()
    const subscription = delay(clock, year).subscribe()
    clock.advance(2.5 * longest)
    expect(clock.pending()).toBe(1)
    subscription.unsubscribe()
    expect(clock.pending()).toBe(0)
  })

  it('waits for ever when told so, with one timer at a time', () => {
    const clock = noting()
    const emitted: Array<number> = []
    delay(clock, Infinity).subscribe(() => emitted.push(clock.monotonic()))
    clock.advance(10 * year)
    expect([emitted, clock.pending()]).toEqual([[], 1])
  })

  it.each([NaN, -1, -Infinity])('is an error for %d, never a timer that fires at once', (ms) => {
    const clock = noting()
    const errors: Array<unknown> = []
    delay(clock, ms).subscribe({ error: (error: unknown) => errors.push(error) })
    expect(errors).toEqual([new RangeError('delay: a number of milliseconds, 0 or more')])
    expect(clock.armed()).toEqual([])
  })

  it('emits for 0, but not before subscribe has returned', () => {
    const clock = noting()
    const emitted: Array<number> = []
    delay(clock, 0).subscribe(() => emitted.push(clock.monotonic()))
    expect(emitted).toEqual([])
    clock.advance(0)
    expect(emitted).toEqual([0])
  })

  it('keeps a Node process alive unless it is told not to', () => {
    const timers = handles()
    const awaited = delay(systemClock, year).subscribe()
    const idle = delay(systemClock, 1000, { keepAlive: false }).subscribe()
    expect(timers().map((timer) => timer?.hasRef())).toEqual([true, false])
    awaited.unsubscribe()
    idle.unsubscribe()
    expect(timers()).toEqual([undefined, undefined])
  })

  it('does not mind a platform whose timers are numbers', () => {
    const clock = createVirtualClock()
    jest.spyOn(clock.scheduler, 'schedule').mockReturnValue(Object.assign(new Subscription(), { id: 7 }))
    const errors: Array<unknown> = []
    const subscription = delay(clock, 10, { keepAlive: false }).subscribe({ error: (error) => errors.push(error) })
    expect([subscription.closed, errors]).toEqual([false, []])
  })
})
