import { Subject, take, throwError } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { createTrigger } from '../../../lib/streams/polling/createTrigger.js'

const second = 1000

const setUp = () => {
  const clock = createVirtualClock()
  const trigger$ = new Subject<void>()
  const trigger = createTrigger(trigger$)
  const listening = trigger.listening$.subscribe()
  const ends: Array<readonly [at: number, isTruncated: boolean]> = []
  const wait = (ms: number) =>
    trigger
      .wait(clock, ms)
      .pipe(take(1))
      .subscribe((isTruncated) => {
        ends.push([clock.monotonic(), isTruncated])
      })
  return { clock, trigger$, trigger, listening, ends, wait }
}

describe('a trigger', () => {
  it('lets a wait take its time, and cuts it short', () => {
    const { clock, trigger$, ends, wait } = setUp()
    wait(10 * second)
    clock.advance(10 * second)
    wait(10 * second)
    clock.advance(4 * second)
    trigger$.next()
    clock.advance(0)
    expect(ends).toEqual([
      [10 * second, false],
      [14 * second, true],
    ])
  })

  it('leaves a second between rounds, however often they are triggered', () => {
    const { clock, trigger$, ends, wait } = setUp()
    trigger$.next()
    wait(10 * second)
    for (let n = 0; n < 100; n++) trigger$.next()
    clock.advance(second)
    expect(ends).toEqual([[second, true]])
  })

  it('does not count what came before a round, nor while nobody listens', () => {
    const { clock, trigger$, trigger, listening, ends, wait } = setUp()
    trigger$.next()
    trigger.begin()
    wait(10 * second)
    listening.unsubscribe()
    trigger$.next()
    clock.advance(10 * second)
    expect(ends).toEqual([[10 * second, false]])
  })

  it('emits that a round is triggered, at once if it is already', () => {
    const { trigger$, trigger } = setUp()
    const seen: Array<string> = []
    trigger.triggered$.subscribe(() => seen.push('early'))
    expect(seen).toEqual([])
    trigger$.next()
    trigger.triggered$.subscribe(() => seen.push('late'))
    expect(seen).toEqual(['early', 'late'])
  })

  it('errors as what triggers it does', () => {
    const errors: Array<unknown> = []
    createTrigger(throwError(() => 'gone')).listening$.subscribe({ error: (error) => errors.push(error) })
    expect(errors).toEqual(['gone'])
  })
})
