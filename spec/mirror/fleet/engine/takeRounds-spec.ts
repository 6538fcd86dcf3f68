import { BehaviorSubject, of, Subject } from 'rxjs'
import { createVirtualClock } from '../../../../lib/index.js'
import { takeRounds } from '../../../../lib/mirror/fleet/engine/takeRounds.js'

/** A lane of a worker, and how many rounds have become due after so many milliseconds. */
const startLane = (lane: 'scheduled' | 'immediate', dueAfter: (ms: number) => number, slots = 100) => {
  const clock = createVirtualClock()
  const due$ = new Subject<void>()
  const freeSlots$ = new BehaviorSubject(slots)
  const takes: Array<{ readonly at: number; readonly count: number }> = []
  let done = 0
  const take = (max: number) => {
    const due = Math.floor(dueAfter(clock.monotonic())) - done
    const count = Math.min(due, max)
    done += count
    takes.push({ at: clock.monotonic(), count })
    return of(Array.from({ length: count }, (_, index) => index))
  }
  let rounds = 0
  const subscription = takeRounds({ clock, lane, freeSlots$, due$, take }).subscribe(() => rounds++)
  return {
    clock,
    takes,
    due$,
    freeSlots$,
    subscription,
    rounds: () => rounds,
    moments: () => takes.map(({ at }) => at),
  }
}

describe('the takes of a worker', () => {
  it('are a second apart where few rounds are due', () => {
    const { clock, moments } = startLane('scheduled', (ms) => ms / 300)
    clock.advance(4000)
    expect(moments()).toEqual([0, 1000, 2000, 3000, 4000])
  })

  it('are so far apart that each brings about twenty rounds where many are due', () => {
    const { clock, takes } = startLane('scheduled', (ms) => ms / 20)
    clock.advance(10_000)
    const later = takes.filter(({ at }) => at > 2000)
    expect(later.length).toBeGreaterThan(15)
    for (const { count } of later) expect(Math.abs(count - 20)).toBeLessThanOrEqual(2)
  })

  it('are a second apart again once few rounds are due', () => {
    const { clock, moments } = startLane('scheduled', (ms) => Math.min(ms, 5000) / 20)
    clock.advance(5000)
    const before = moments().length
    clock.advance(5000)
    const pauses = moments().map((at, index) => at - (moments()[index - 1] ?? 0))
    expect(before).toBeGreaterThan(9)
    expect(pauses.slice(-4)).toEqual([1000, 1000, 1000, 1000])
  })

  it('are a tenth of a second apart at least, and go on sooner while all slots are filled', () => {
    const { clock, moments } = startLane('scheduled', (ms) => ms, 1000)
    clock.advance(1300)
    expect(moments()).toEqual([0, 1000, 1050, 1150, 1250])
    const busy = startLane('scheduled', (ms) => ms, 10)
    busy.clock.advance(1200)
    expect(busy.moments()).toEqual([0, 1000, 1050, 1100, 1150, 1200])
  })

  it('of the immediate lane wait for what is told, or for half a second', () => {
    const { clock, moments, due$, subscription } = startLane('immediate', (ms) => ms / 25)
    clock.advance(700)
    due$.next()
    clock.advance(500)
    expect(moments()).toEqual([0, 500, 700, 1200])
    subscription.unsubscribe()
    expect(clock.pending()).toBe(0)
  })

  it('end their pause for rounds that became due while the database answered', () => {
    const clock = createVirtualClock()
    const due$ = new Subject<void>()
    const answers: Array<Subject<ReadonlyArray<number>>> = []
    const take = () => {
      const answer = new Subject<ReadonlyArray<number>>()
      answers.push(answer)
      return answer
    }
    takeRounds({ clock, lane: 'immediate', freeSlots$: of(1), due$, take }).subscribe()
    due$.next()
    answers[0]?.next([])
    answers[0]?.complete()
    expect(answers.length).toBe(2)
  })

  it('wait until slots are free, and emit the rounds', () => {
    const { clock, moments, freeSlots$, rounds } = startLane('scheduled', () => 3, 0)
    clock.advance(5000)
    expect(moments()).toEqual([])
    freeSlots$.next(2)
    expect([moments(), rounds()]).toEqual([[5000], 2])
  })
})
