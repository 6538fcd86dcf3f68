import { some } from 'fp-ts/lib/Option.js'
import { EMPTY, map, NEVER, type Observable, take } from 'rxjs'
import { delay } from '../../../lib/base/clock/delay.js'
import { NetworkError } from '../../../lib/base/error/NetworkError.js'
import type { Http } from '../../../lib/http/Http.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { timeout } from '../../../lib/http/policies/timeout.js'
import type { PagesConfig } from '../../../lib/streams/pages/pages.js'
import { connectionOver } from '../../helpers/connection.js'
import { pages } from '../../helpers/interpreters.js'
import { type Row, rows } from '../../helpers/lists.js'
import { marbles } from '../../helpers/marbles.js'
import { page } from '../../helpers/responses.js'

/** Three pages of two rows. */
const answers = {
  a: page([{ id: 1 }, { id: 2 }], '/v2/rows?after=2'),
  b: page([{ id: 3 }, { id: 4 }], '/v2/rows?after=3'),
  c: page([{ id: 5 }, { id: 6 }]),
}

const lost = new NetworkError({
  operation: 'rows.list',
  page: some(2),
  origin: 'https://bank.example',
  code: some('X'),
})
const broken = new Error('the pace is broken')

/** Answers page k with the k-th of these. */
const inPlace =
  (...places: ReadonlyArray<Observable<HttpResponse>>): Http =>
  ({ page: number }) =>
    places[(number._tag === 'Some' ? number.value : 0) - 1] ?? NEVER

const numbers = (http: Http, config?: PagesConfig<Row>): Observable<string> =>
  pages(connectionOver(http))(rows, config).pipe(map(({ number }) => String(number)))

describe('pages, in time', () => {
  it('reads one page after the other', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const one = cold('  --(a|)', answers)
      const two = cold('    ---(b|)', answers)
      const three = cold('     -(c|)', answers)
      expectObservable(numbers(inPlace(one, two, three))).toBe('--1--2(3|)')
      expectSubscriptions(one.subscriptions).toBe('  ^-!')
      expectSubscriptions(two.subscriptions).toBe('  --^--!')
      expectSubscriptions(three.subscriptions).toBe('-----^!')
    })
  })

  it('has one request open at a time, though its answer comes before it ends', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const two = cold('-b--|', answers)
      const three = cold('   -(c|)', answers)
      expectObservable(numbers(inPlace(cold('-(a|)', answers), two, three))).toBe('-1---2(3|)')
      expectSubscriptions(two.subscriptions).toBe('-^---!')
      expectSubscriptions(three.subscriptions).toBe('-----^!')
    })
  })

  it('asks ahead with prefetch: 1, for one page and no more', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const one = cold('  --(a|)', answers)
      const two = cold('    --(b|)', answers)
      const three = cold('            -(c|)', answers)
      const paced = numbers(inPlace(one, two, three), { prefetch: 1, pace: () => delay(clock, 10) })
      expectObservable(paced).toBe('                 --1 9ms 2 9ms 3 9ms |')
      expectSubscriptions(two.subscriptions).toBe('  --^-!')
      expectSubscriptions(three.subscriptions).toBe('-- 10ms ^!')
    })
  })

  it('aborts the one page that take(1) did not need with prefetch: 1', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const one = cold('--(a|)', answers)
      const two = cold('--(b|)', answers)
      expectObservable(numbers(inPlace(one, two), { prefetch: 1 }).pipe(take(1))).toBe('--(1|)')
      expectSubscriptions(two.subscriptions).toBe('--(^!)')
    })
  })

  it('keeps the error of a page that was requested ahead until it is its turn', () => {
    marbles(({ cold, clock, expectObservable }) => {
      const one = cold('--(a|)', answers)
      const two = cold('--#', answers, lost)
      const paced = numbers(inPlace(one, two), { prefetch: 1, pace: () => delay(clock, 10) })
      expectObservable(paced).toBe('--1 9ms #', undefined, lost)
    })
  })

  it('continues when the pace has completed, whatever that emits', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const one = cold('--(a|)', answers)
      const two = cold('--(b|)', { b: answers.c })
      const pace = cold('-x-x-|')
      expectObservable(numbers(inPlace(one, two), { pace: () => pace })).toBe('--1------2----|')
      expectSubscriptions(pace.subscriptions).toBe(['--^----!', '---------^----!'])
      expectSubscriptions(two.subscriptions).toBe('  -------^-!')
    })
  })

  it('waits for a pace that never completes, and leaves it with the stream', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const one = cold('--(a|)', answers)
      const pace = cold('---x---')
      expectObservable(numbers(inPlace(one), { pace: () => pace }), '^------!').toBe('--1')
      expectSubscriptions(pace.subscriptions).toBe('--^----!')
    })
  })

  it.each([0, 1] as const)(
    'makes the error of the pace its own, and requests nothing more, with prefetch: %d',
    (prefetch) => {
      marbles(({ cold, expectObservable, expectSubscriptions }) => {
        const one = cold('--(a|)', answers)
        const two = cold('----(b|)', answers)
        const pace = cold('--#', undefined, broken)
        expectObservable(numbers(inPlace(one, two), { prefetch, pace: () => pace })).toBe('--1-#', undefined, broken)
        expectSubscriptions(two.subscriptions).toBe(prefetch === 1 ? '--^-!' : [])
      })
    },
  )

  it('errors with what the pace throws', () => {
    marbles(({ cold, expectObservable }) => {
      const pace = (): never => {
        throw broken
      }
      expectObservable(numbers(inPlace(cold('--(a|)', answers)), { pace })).toBe('--(1#)', undefined, broken)
    })
  })

  it('shows every page to the pace, the last one too', () => {
    marbles(({ cold, expectObservable, flush }) => {
      const paced: Array<number> = []
      const pace = ({ number }: { readonly number: number }) => {
        paced.push(number)
        return EMPTY
      }
      const three = [cold('(a|)', answers), cold('(b|)', answers), cold('(c|)', answers)]
      expectObservable(numbers(inPlace(...three), { pace })).toBe('(123|)')
      flush()
      expect(paced).toEqual([1, 2, 3])
    })
  })

  it('aborts a page that takes longer than the time-out of the call, and names it', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const one = cold('--(a|)', answers)
      const two = cold('-', answers)
      const impatient = timeout(clock)(inPlace(one, two))
      expectObservable(numbers(impatient, { timeout: 50 })).toBe(
        '--1 49ms #',
        undefined,
        expect.objectContaining({ _tag: 'TimeoutError', page: some(2) }),
      )
      expectSubscriptions(two.subscriptions).toBe('--^ 49ms !')
    })
  })
})
