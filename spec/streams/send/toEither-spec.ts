import { left, right } from 'fp-ts/lib/Either.js'
import { concat, of, throwError } from 'rxjs'
import { ConfigError } from '../../../lib/base/error/ConfigError.js'
import { toEither } from '../../../lib/streams/send/toEither.js'
import { marbles } from '../../helpers/marbles.js'

const failure = new ConfigError({ issues: [{ path: '/limit', expected: 'a whole number from 1 to 500' }] })

describe('toEither', () => {
  it('makes every value a Right, and completes with its source', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold('-1-2-|')
      expectObservable(source.pipe(toEither())).toBe('-a-b-|', { a: right('1'), b: right('2') })
      expectSubscriptions(source.subscriptions).toBe('^----!')
    })
  })

  it('makes a client error the last value, a Left', () => {
    marbles(({ cold, expectObservable }) => {
      const lifted = cold('-1-#', undefined, failure).pipe(toEither())
      expectObservable(lifted).toBe('-a-(b|)', { a: right('1'), b: left(failure) })
    })
  })

  it('leaves other errors in the error channel', () => {
    marbles(({ cold, expectObservable }) => {
      const broken = new Error('broken consumer')
      expectObservable(cold('-1-#', undefined, broken).pipe(toEither())).toBe('-a-#', { a: right('1') }, broken)
    })
  })

  it('hands on the very error that came', () => {
    const seen: Array<unknown> = []
    concat(
      of(1),
      throwError(() => failure),
    )
      .pipe(toEither())
      .subscribe((lifted) => seen.push(lifted._tag === 'Left' ? lifted.left : lifted.right))
    expect(seen[0]).toBe(1)
    expect(seen[1]).toBe(failure)
  })
})
