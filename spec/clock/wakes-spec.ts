import { NEVER, of, Subject, throwError } from 'rxjs'
import { createVirtualClock } from '../../lib/clock/virtualClock.js'
import { wakes } from '../../lib/clock/wakes.js'

const { wall, monotonic, scheduler } = createVirtualClock()
const clock = { wall, monotonic, scheduler }

describe('wakes', () => {
  it('tells the hints of a clock while it is subscribed to', () => {
    const wake$ = new Subject<string>()
    const heard: Array<unknown> = []
    const subscription = wakes({ ...clock, wake$ }).subscribe((hint) => heard.push(hint))
    wake$.next('online')
    subscription.unsubscribe()
    expect([heard, wake$.observed]).toEqual([['online'], false])
  })

  it.each([
    ['fail', throwError(() => new Error('no hints')), []],
    ['complete', of('online'), ['online', 'complete']],
    ['never come', NEVER, []],
  ])('does not fail with hints that %s', (_, wake$, expected) => {
    const heard: Array<unknown> = []
    wakes({ ...clock, wake$ }).subscribe({
      next: (hint) => heard.push(hint),
      error: () => heard.push('error'),
      complete: () => heard.push('complete'),
    })
    expect(heard).toEqual(expected)
  })

  it('hears nothing of a clock without hints', () => {
    expect(wakes(clock).subscribe().closed).toBe(false)
  })
})
