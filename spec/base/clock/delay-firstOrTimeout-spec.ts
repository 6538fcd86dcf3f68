import { EMPTY } from 'rxjs'
import { firstOrTimeout } from '../../../lib/base/clock/delay.js'
import { marbles } from '../../helpers/marbles.js'

const late = () => new Error('too late')

describe('firstOrTimeout', () => {
  it('hands out what comes first, and clears the timer', () => {
    marbles(({ clock, cold, expectObservable, expectSubscriptions }) => {
      const source = cold('--a--b|')
      expectObservable(source.pipe(firstOrTimeout(clock, 5, late))).toBe('--(a|)')
      expectSubscriptions(source.subscriptions).toBe('^-!')
    })
  })

  it('errors at the end of the time, and leaves the source', () => {
    marbles(({ clock, cold, expectObservable, expectSubscriptions }) => {
      const source = cold('------a')
      expectObservable(source.pipe(firstOrTimeout(clock, 5, late))).toBe('-----#', undefined, late())
      expectSubscriptions(source.subscriptions).toBe('^----!')
    })
  })

  it('errors with the source, at once', () => {
    marbles(({ clock, cold, expectObservable }) => {
      expectObservable(cold('-#', undefined, 'lost').pipe(firstOrTimeout(clock, 5, late))).toBe('-#', undefined, 'lost')
    })
  })

  it('makes an error for each who waits in vain, and of that moment', () => {
    marbles(({ clock, expectObservable }) => {
      let waits = 0
      const waiting = EMPTY.pipe(firstOrTimeout(clock, 5, () => new Error(String(++waits))))
      expectObservable(waiting).toBe('-----#', undefined, new Error('1'))
      expectObservable(waiting, '^-----').toBe('-----#', undefined, new Error('2'))
    })
  })
})
