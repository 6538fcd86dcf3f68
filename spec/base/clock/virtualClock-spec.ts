import fc from 'fast-check'
import { interval, type SchedulerAction, take, timeout, timer } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'

/** A clock, and a log of what fell due on it and when. */
const logged = () => {
  const clock = createVirtualClock()
  const log: Array<readonly [name: string, at: number]> = []
  const note = (name: string) => () => {
    log.push([name, clock.monotonic()])
  }
  return { clock, log, note }
}

describe('createVirtualClock', () => {
  it('stands still until it is moved, and moves both clocks', () => {
    const clock = createVirtualClock({ start: 1000 })
    expect([clock.wall(), clock.monotonic()]).toEqual([1000, 0])
    clock.advance(250)
    expect([clock.wall(), clock.monotonic(), clock.scheduler.now()]).toEqual([1250, 250, 1250])
  })

  it('fires what falls due in order of time, and what falls due together in order of arming', () => {
    const { clock, log, note } = logged()
    clock.scheduler.schedule(note('c'), 20)
    clock.scheduler.schedule(note('a'), 10)
    clock.scheduler.schedule(note('b'), 10)
    clock.scheduler.schedule(note('never'), 21)
    clock.advance(20)
    expect(log).toEqual([
      ['a', 10],
      ['b', 10],
      ['c', 20],
    ])
    expect(clock.pending()).toBe(1)
  })

  it('fires as a stable sort by time would, for any timers', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 50 })), (delays) => {
        const { clock, log, note } = logged()
        delays.forEach((ms, index) => clock.scheduler.schedule(note(String(index)), ms))
        clock.advance(50)
        const expected = delays.map((ms, index) => [String(index), ms] as const).sort((a, b) => a[1] - b[1])
        expect(log).toEqual(expected)
        expect(clock.pending()).toBe(0)
      }),
    )
  })

  it('fires what a timer arms within the same move', () => {
    const { clock, log, note } = logged()
    clock.scheduler.schedule(() => {
      note('outer')()
      clock.scheduler.schedule(note('inner'), 5)
      clock.scheduler.schedule(note('at once'), 0)
      clock.scheduler.schedule(note('late'), 6)
    }, 5)
    clock.advance(10)
    expect(log).toEqual([
      ['outer', 5],
      ['at once', 5],
      ['inner', 10],
    ])
  })

  it('can be moved from within a timer, and never goes back', () => {
    const { clock, log, note } = logged()
    clock.scheduler.schedule(() => {
      clock.advance(100)
      note('moved')()
    }, 10)
    clock.scheduler.schedule(note('passed'), 50)
    clock.advance(20)
    expect(log).toEqual([
      ['passed', 50],
      ['moved', 110],
    ])
    expect(clock.monotonic()).toBe(110)
  })

  it('does not fire what was cancelled, even by a timer of the same moment', () => {
    const { clock, log, note } = logged()
    clock.scheduler.schedule(note('before'), 10).unsubscribe()
    clock.scheduler.schedule(() => second.unsubscribe(), 10)
    const second = clock.scheduler.schedule(note('together'), 10)
    expect(clock.pending()).toBe(2)
    clock.advance(10)
    expect([log, clock.pending()]).toEqual([[], 0])
  })

  it('counts a timer once, however often it is cancelled', () => {
    const { clock, note } = logged()
    const timers = [1, 2, 3].map((ms) => clock.scheduler.schedule(note('x'), ms))
    timers[0]?.unsubscribe()
    timers[0]?.unsubscribe()
    expect(clock.pending()).toBe(2)
    clock.advance(2)
    timers[1]?.unsubscribe()
    expect(clock.pending()).toBe(1)
  })

  it('repeats an action that schedules itself again, with its new state', () => {
    const { clock } = logged()
    const seen: Array<number> = []
    const count = function (this: SchedulerAction<number>, state = 0): void {
      seen.push(state)
      if (state < 3) this.schedule(state + 1, 10)
    }
    const action = clock.scheduler.schedule(count, 10, 0)
    clock.advance(1000)
    expect([seen, action.closed, clock.pending()]).toEqual([[0, 1, 2, 3], true, 0])
  })

  it('keeps one timer an action: scheduled twice, it fires at the later word', () => {
    const { clock, log, note } = logged()
    const action = clock.scheduler.schedule(note('once'), 10) as SchedulerAction<unknown>
    action.schedule(undefined, 30)
    expect(clock.pending()).toBe(1)
    clock.advance(100)
    expect(log).toEqual([['once', 30]])
  })

  it('starts nothing for an action that was cancelled', () => {
    const { clock, log, note } = logged()
    const action = clock.scheduler.schedule(note('x'), 10) as SchedulerAction<unknown>
    action.unsubscribe()
    action.schedule(undefined, 5)
    clock.advance(100)
    expect([log, clock.pending()]).toEqual([[], 0])
  })

  it('carries the operators of RxJS: interval, timer and timeout', () => {
    const { clock, log, note } = logged()
    interval(10, clock.scheduler)
      .pipe(take(3))
      .subscribe({ next: note('interval'), complete: note('done') })
    timer(25, clock.scheduler).subscribe(note('timer'))
    interval(100, clock.scheduler)
      .pipe(timeout({ first: 40, scheduler: clock.scheduler }))
      .subscribe({ error: note('timeout') })
    clock.advance(1000)
    expect(log.map(([name, at]) => `${name} ${String(at)}`)).toEqual([
      'interval 10',
      'interval 20',
      'timer 25',
      'interval 30',
      'done 30',
      'timeout 40',
    ])
    expect(clock.pending()).toBe(0)
  })

  it('steps the wall clock without firing a timer, also back', () => {
    const { clock, log, note } = logged()
    clock.scheduler.schedule(note('x'), 10)
    clock.stepWall(3_600_000)
    expect([clock.wall(), clock.monotonic(), log]).toEqual([3_600_000, 0, []])
    clock.stepWall(-7_200_000)
    clock.advance(10)
    expect([clock.wall(), log]).toEqual([-3_600_000 + 10, [['x', 10]]])
  })

  it('sleeps: the wall clock continues, timers stand still and keep what was left of them', () => {
    const { clock, log, note } = logged()
    clock.scheduler.schedule(note('x'), 10)
    clock.sleep(8 * 3_600_000)
    expect([clock.wall(), clock.monotonic(), log]).toEqual([8 * 3_600_000, 0, []])
    clock.advance(10)
    expect(log).toEqual([['x', 10]])
  })

  it('sleeps with both clocks if that is counted: what fell due meanwhile fires late, in order, at the next move', () => {
    const { clock, log, note } = logged()
    clock.scheduler.schedule(note('b'), 20)
    clock.scheduler.schedule(note('a'), 10)
    clock.scheduler.schedule(note('c'), 3_600_001)
    clock.sleep(3_600_000, true)
    expect([clock.wall(), clock.monotonic(), log]).toEqual([3_600_000, 3_600_000, []])
    clock.advance(0)
    expect(log).toEqual([
      ['a', 3_600_000],
      ['b', 3_600_000],
    ])
    clock.advance(1)
    expect(log.slice(2)).toEqual([['c', 3_600_001]])
  })

  it('hints to who listens, and moves nothing by it', () => {
    const { clock, log, note } = logged()
    clock.wakeUp$.subscribe(note('wake'))
    clock.scheduler.schedule(note('x'), 10)
    clock.wake()
    expect([log, clock.monotonic(), clock.pending()]).toEqual([[['wake', 0]], 0, 1])
  })

  it('does not drift: after a million uneven moves the wall clock is where the sum is', () => {
    const start = Date.UTC(2026, 0, 1)
    const clock = createVirtualClock({ start })
    for (let i = 0; i < 1_000_000; i++) clock.advance(0.1)
    expect(clock.wall()).toBe(start + clock.monotonic())
  })

  it.each([NaN, -1, Infinity])('refuses to be moved by %d milliseconds', (ms) => {
    const clock = createVirtualClock()
    expect(() => clock.advance(ms)).toThrow(RangeError)
    expect(() => clock.sleep(ms)).toThrow(RangeError)
    expect([clock.wall(), clock.monotonic()]).toEqual([0, 0])
  })

  it('refuses a timer in NaN milliseconds, fires a negative one at once and an infinite one never', () => {
    const { clock, log, note } = logged()
    expect(() => clock.scheduler.schedule(note('NaN'), NaN)).toThrow(RangeError)
    clock.scheduler.schedule(note('negative'), -5)
    clock.scheduler.schedule(note('infinite'), Infinity)
    clock.advance(Number.MAX_SAFE_INTEGER)
    expect([log, clock.pending()]).toEqual([[['negative', 0]], 1])
  })

  it('stops at a timer that throws, and continues when it is moved again', () => {
    const { clock, log, note } = logged()
    clock.scheduler.schedule(() => {
      throw new Error('a bug')
    }, 10)
    clock.scheduler.schedule(note('after'), 20)
    expect(() => clock.advance(100)).toThrow('a bug')
    expect(clock.monotonic()).toBe(10)
    clock.advance(10)
    expect(log).toEqual([['after', 20]])
  })
})
