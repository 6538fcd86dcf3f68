import { concat, defer, Observable, Subject } from 'rxjs'
import { abortableBy } from '../../../lib/streams/tokens/abortableBy.js'
import { marbles } from '../../helpers/marbles.js'

describe('abortableBy', () => {
  it('emits the first value and completes', () => {
    marbles(({ cold, hot, expectObservable, expectSubscriptions }) => {
      const source = cold('--a-b|')
      const abort$ = hot('-----x')
      expectObservable(source.pipe(abortableBy(abort$))).toBe('--(a|)')
      expectSubscriptions(source.subscriptions).toBe('^-!')
      expectSubscriptions(abort$.subscriptions).toBe('^-!')
    })
  })

  it('completes without a value when it is aborted, and passes an error on', () => {
    marbles(({ cold, hot, expectObservable, expectSubscriptions }) => {
      const source = cold('----a')
      expectObservable(source.pipe(abortableBy(hot('--x')))).toBe('--|')
      expectSubscriptions(source.subscriptions).toBe('^-!')
      expectObservable(cold('-#').pipe(abortableBy(hot('--x')))).toBe('-#')
    })
  })

  it('unsubscribes from the source before it completes', () => {
    const abort$ = new Subject<void>()
    let running = 0
    let most = 0
    const work = new Observable<never>(() => {
      most = Math.max(most, ++running)
      return () => running--
    })
    const once = defer(() => work.pipe(abortableBy(abort$)))
    concat(once, once).subscribe()
    abort$.next()
    expect([running, most]).toEqual([1, 1])
  })
})
