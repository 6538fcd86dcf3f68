import { none, some } from 'fp-ts/lib/Option.js'
import { EMPTY, NEVER, of } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { TokenUnavailable } from '../../../lib/base/error/TokenUnavailable.js'
import { tokenTimeout } from '../../../lib/streams/tokens/issueToken.js'
import { marbles } from '../../helpers/marbles.js'
import { arming } from '../../helpers/tokens.js'

const unavailable = new TokenUnavailable({ waited: 100, last: some('NetworkError') })
const last = () => unavailable.last

describe('tokenTimeout', () => {
  it('takes the first and no more', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const source = cold('50ms a 9ms b')
      expectObservable(source.pipe(tokenTimeout(clock, 100, last))).toBe('50ms (a|)')
      expectSubscriptions(source.subscriptions).toBe('^ 49ms !')
    })
  })

  it('gives up when its time is over, tells the last failure of then, and leaves', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const source = cold('100ms a')
      let failure = some('TimeoutError')
      cold('99ms x').subscribe(() => {
        failure = some('NetworkError')
      })
      expectObservable(cold('').pipe(tokenTimeout(clock, 100, () => failure))).toBe('100ms #', {}, unavailable)
      expectObservable(source.pipe(tokenTimeout(clock, 99, last))).toBe(
        '99ms #',
        {},
        new TokenUnavailable({ waited: 99, last: unavailable.last }),
      )
      expectSubscriptions(source.subscriptions).toBe('^ 98ms !')
    })
  })

  it('does not count the time in the queue, and begins again after it', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const source = cold('')
      const isQueued$ = cold('f 79ms t 199ms f', { t: true, f: false })
      const timed = source.pipe(tokenTimeout(clock, 100, last, undefined, isQueued$))
      expectObservable(timed).toBe('380ms #', {}, unavailable)
      expectSubscriptions(source.subscriptions).toBe('^ 379ms !')
      expectSubscriptions(isQueued$.subscriptions).toBe('^ 379ms !')
    })
  })

  it('gives up at once when nothing can come any more', () => {
    marbles(({ cold, clock, expectObservable }) => {
      expectObservable(cold('10ms |').pipe(tokenTimeout(clock, 100, last))).toBe('10ms #', {}, unavailable)
    })
  })

  it('passes a failure on', () => {
    marbles(({ cold, clock, expectObservable }) => {
      expectObservable(cold('10ms #').pipe(tokenTimeout(clock, 100, last))).toBe('10ms #')
    })
  })

  it('arms no timer for what is there at once, and leaves none behind', () => {
    const { clock, armed } = arming(createVirtualClock())
    const timed = tokenTimeout(clock, 100, () => none)
    of(1).pipe(timed).subscribe()
    expect(armed).toEqual([])
    EMPTY.pipe(timed).subscribe({ error: () => undefined })
    NEVER.pipe(timed).subscribe().unsubscribe()
    expect([armed, clock.pending()]).toEqual([[100], 0])
  })
})
