import { isLeft } from 'fp-ts/lib/Either.js'
import { type Observable, of, throwError } from 'rxjs'
import { isLastAnswer, untilCodec } from '../../../lib/streams/polling/UntilPredicate.js'
import { marbles } from '../../helpers/marbles.js'

const words = { t: true, f: false }

const attempt = (call: () => unknown): { readonly error: unknown } => {
  try {
    return { error: call() }
  } catch (error) {
    return { error }
  }
}

describe('isLastAnswer', () => {
  it.each([true, false])('says at once what a function says: %s', (isLast) => {
    marbles(({ expectObservable }) => {
      expectObservable(isLastAnswer((answer) => answer === 7 && isLast, 7)).toBe('(a|)', { a: isLast })
    })
  })

  it('says what an Observable says first, and leaves it', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const said$ = cold('--f-t|', words)
      expectObservable(isLastAnswer(() => said$, 7)).toBe('--(f|)', words)
      expectSubscriptions(said$.subscriptions).toBe('^-!')
    })
  })

  it('says no for an Observable that says nothing', () => {
    marbles(({ cold, expectObservable }) => {
      expectObservable(isLastAnswer(() => cold('--|', words), 7)).toBe('--(f|)', words)
    })
  })

  it('errors as the Observable does', () => {
    marbles(({ expectObservable }) => {
      expectObservable(isLastAnswer(() => throwError(() => new RangeError('mine')), 7)).toBe(
        '#',
        {},
        new RangeError('mine'),
      )
    })
  })

  it.each([undefined, null, 0, ''])('takes %p, which types do not allow, for no', (said) => {
    const seen: Array<unknown> = []
    isLastAnswer((() => said) as never, 7).subscribe((isLast) => seen.push(isLast))
    isLastAnswer(() => of(said) as unknown as Observable<boolean>, 7).subscribe((isLast) => seen.push(isLast))
    expect(seen).toEqual([false, false])
  })
})

describe('what is neither a boolean nor an Observable', () => {
  it.each([
    ['a Promise', () => Promise.resolve(false)],
    ['an object', () => ({})],
  ])('is refused: %s', (_, until) => {
    const { error } = attempt(() => isLastAnswer(until as never, 7))
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
