import { isLeft } from 'fp-ts/lib/Either.js'
import { type Observable, of, throwError } from 'rxjs'
import { isLastStatus, untilCodec } from '../../../lib/streams/polling/UntilPredicate.js'
import { marbles } from '../../helpers/marbles.js'

const words = { t: true, f: false }

const attempt = (call: () => unknown): { readonly error: unknown } => {
  try {
    return { error: call() }
  } catch (error) {
    return { error }
  }
}

describe('isLastStatus', () => {
  it.each([true, false])('says at once what a function says: %s', (isLast) => {
    marbles(({ expectObservable }) => {
      expectObservable(isLastStatus((answer) => answer === 7 && isLast, 7)).toBe('(a|)', { a: isLast })
    })
  })

  it('says what an Observable says first, and leaves it', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const said$ = cold('--f-t|', words)
      expectObservable(isLastStatus(() => said$, 7)).toBe('--(f|)', words)
      expectSubscriptions(said$.subscriptions).toBe('^-!')
    })
  })

  it('says no for an Observable that says nothing', () => {
    marbles(({ cold, expectObservable }) => {
      expectObservable(isLastStatus(() => cold('--|', words), 7)).toBe('--(f|)', words)
    })
  })

  it('errors as the Observable does', () => {
    marbles(({ expectObservable }) => {
      expectObservable(isLastStatus(() => throwError(() => new RangeError('mine')), 7)).toBe(
        '#',
        {},
        new RangeError('mine'),
      )
    })
  })

  it.each([undefined, null, 0, ''])('takes %p, which types do not allow, for no', (said) => {
    const seen: Array<unknown> = []
    isLastStatus((() => said) as never, 7).subscribe((isLast) => seen.push(isLast))
    isLastStatus(() => of(said) as unknown as Observable<boolean>, 7).subscribe((isLast) => seen.push(isLast))
    expect(seen).toEqual([false, false])
  })
})

describe('what is neither a boolean nor an Observable', () => {
  it.each([
    ['a Promise', () => Promise.resolve(false)],
    ['an object', () => ({})],
  ])('is refused: %s', (_, until) => {
    const { error } = attempt(() => isLastStatus(until as never, 7))
    expect(error).toMatchObject({ _tag: 'ConfigError', issues: [{ path: '/until' }] })
  })
})

describe('untilCodec', () => {
  it('takes functions alone', () => {
    expect([() => true, true, of(true), undefined].map((until) => isLeft(untilCodec().decode(until)))).toEqual([
      false,
      true,
      true,
      true,
    ])
  })
})
