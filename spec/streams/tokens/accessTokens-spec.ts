import { EMPTY, map, NEVER, type Observable, Subject, take, throwError } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import type { Http } from '../../../lib/http/Http.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import type { AccessToken } from '../../../lib/service/model/AccessToken.js'
import { accessTokens } from '../../../lib/streams/tokens/accessTokens.js'
import { type Marbles, marbles } from '../../helpers/marbles.js'
import { inTurn } from '../../helpers/refreshes.js'
import { json, token } from '../../helpers/responses.js'
import { grant, lost, minute, nameOf, tokensOver } from '../../helpers/tokens.js'
import { watching } from '../../helpers/watching.js'

const names = { a: 'T1', b: 'T2', c: 'T3' }
const named = (tokens$: Observable<AccessToken>) => tokens$.pipe(map(nameOf))

/** Answers: tokens that end 10, 20 and 30 minutes after the start, a failure that passes, and a refusal. */
const answers = (start: number): Record<string, HttpResponse> => ({
  a: token('T1', start + 10 * minute),
  b: token('T2', start + 20 * minute),
  c: token('T3', start + 30 * minute),
  f: json({}, 503),
  w: json({}, 503, { 'retry-after': '30' }),
  x: json({ type: 'invalid_client' }, 401),
})

/** Tokens from a service whose answers are these, one after the other; `asked(n)` is when the n-th was asked for. */
const setUp = ({ cold, clock, start }: Marbles, ...marble: readonly [string, ...ReadonlyArray<string>]) => {
  const [first, ...others] = marble.map((each) => cold(each, answers(start), lost))
  if (first === undefined) throw new Error('no responses')
  const asked = (call: number) => [first, ...others][call - 1]?.subscriptions ?? []
  return { asked, tokens: tokensOver(inTurn(first, ...others), { clock }) }
}

/** With a fifth of 10 minutes as window and half of the jitter of 30 s, a token of 10 minutes lasts 465 s. */
const renewal = '464999ms'

describe('accessTokens', () => {
  it('does nothing before somebody subscribes', () => {
    marbles((helpers) => {
      const { asked, tokens } = setUp(helpers, '(a|)')
      expect(tokens.isIdle()).toBe(true)
      helpers.expectSubscriptions(asked(1)).toBe([])
    })
  })

  it('authenticates as for an interactive request once who waits in the background is run now', () => {
    const clock = createVirtualClock()
    const priorities: Array<string> = []
    const promoted: Array<number> = []
    const http: Http = ({ priority }) => {
      priorities.push(priority)
      return NEVER
    }
    const connection = { ...watching(http, { clock }), promote: (number: number) => promoted.push(number) }
    const tokens = accessTokens(connection, () => ({ connection, request: grant }), {
      keepAlive: false,
      active$: EMPTY,
    })
    const runNow$ = new Subject<void>()
    const waiting = tokens.take(5000, 'background', runNow$).subscribe()
    expect([priorities, promoted]).toEqual([['background'], []])
    runNow$.next()
    expect([priorities, promoted]).toEqual([['background'], [1]])
    waiting.unsubscribe()
    expect([runNow$.observed, tokens.isIdle(), clock.pending()]).toEqual([false, true, 0])
    const lost$ = throwError(() => new Error('lost'))
    const errors: Array<unknown> = []
    tokens.take(5000, 'background', lost$).subscribe({ error: (error) => errors.push(error) })
    expect(errors).toEqual([])
    clock.advance(5000)
    expect(errors).toMatchObject([{ _tag: 'TokenUnavailable' }])
  })

  it('emits one token to a request that becomes urgent', () => {
    marbles((helpers) => {
      const { asked, tokens } = setUp(helpers, '1s (a|)')
      const runNow$ = helpers.cold('500ms h')
      helpers.expectObservable(named(tokens.take(5000, 'background', runNow$))).toBe('1s (a|)', names)
      helpers.expectSubscriptions(asked(1)).toBe('^ 999ms !')
      helpers.expectSubscriptions(runNow$.subscriptions).toBe('^ 999ms !')
    })
  })

  it('gives a late subscriber the live token at once', () => {
    marbles((helpers) => {
      const { asked, tokens } = setUp(helpers, '1s (a|)')
      helpers.expectObservable(named(tokens.token$), '^ 5s !').toBe('1s a', names)
      helpers.expectObservable(named(tokens.token$), '3s ^ 2s !').toBe('3s a', names)
      helpers.expectObservable(named(tokens.token$.pipe(take(1))), '4s ^').toBe('4s (a|)', names)
      helpers.expectObservable(named(tokens.take(1)), '3s ^').toBe('3s (a|)', names)
      helpers.expectSubscriptions(asked(1)).toBe('^ 999ms !')
    })
  })

  it('renews before the token ends, by a window and a jitter, and says so', () => {
    marbles((helpers) => {
      const { asked, tokens } = setUp(helpers, '(a|)', '1s (b|)')
      helpers.expectObservable(named(tokens.token$), '^ 500s !').toBe(`a ${renewal} 1s b`, names)
      helpers.expectSubscriptions(asked(1)).toBe('(^!)')
      helpers.expectSubscriptions(asked(2)).toBe('465s ^ 999ms !')
      helpers.flush()
      expect(tokens.events).toMatchObject([
        {
          _tag: 'TokenRenewed',
          operation: 'authenticate',
          request: 1,
          expires_at: new Date(helpers.start + 10 * minute),
        },
        {
          _tag: 'TokenRenewed',
          operation: 'authenticate',
          request: 2,
          expires_at: new Date(helpers.start + 20 * minute),
        },
      ])
    })
  })

  it('renews nothing while nobody is subscribed, and keeps a live token over the pause', () => {
    marbles((helpers) => {
      const { asked, tokens } = setUp(helpers, '(a|)', '(b|)')
      helpers.expectObservable(named(tokens.token$), '^ 1s !').toBe('a', names)
      helpers.expectObservable(named(tokens.token$), '400s ^ 999ms !').toBe('400s a', names)
      helpers.expectSubscriptions(asked(2)).toBe([])
      helpers.flush()
      expect([helpers.clock.scheduler.now(), tokens.isIdle()]).toEqual([401_000, false])
    })
  })

  it('a request in the window that nobody else sees to renews, and gets the old token if that fails', () => {
    marbles((helpers) => {
      const { asked, tokens } = setUp(helpers, '(a|)', '1s (f|)', '1s (b|)')
      helpers.expectObservable(named(tokens.take(5000))).toBe('(a|)', names)
      helpers.expectObservable(named(tokens.take(5000)), '464999ms ^').toBe('464999ms (a|)', names)
      helpers.expectObservable(named(tokens.take(5000)), '465s ^').toBe('465s 1s (a|)', names)
      helpers.expectObservable(named(tokens.take(5000)), '465500ms ^').toBe('465500ms (a|)', names)
      helpers.expectObservable(named(tokens.take(5000)), '466749ms ^').toBe('466749ms (a|)', names)
      helpers.expectObservable(named(tokens.take(5000)), '466750ms ^').toBe('466750ms 1s (b|)', names)
      helpers.expectSubscriptions(asked(2)).toBe('465s ^ 999ms !')
      helpers.expectSubscriptions(asked(3)).toBe('466750ms ^ 999ms !')
    })
  })

  it('a request in the window does not wait for the renewal of one who is subscribed', () => {
    marbles((helpers) => {
      const { tokens } = setUp(helpers, '(a|)', '1s (b|)')
      helpers.expectObservable(named(tokens.token$), '^ 500s !').toBe(`a ${renewal} 1s b`, names)
      helpers.expectObservable(named(tokens.take(5000)), '465500ms ^').toBe('465500ms (a|)', names)
    })
  })

  it('gets another token for who is subscribed once the one in use is forgotten', () => {
    marbles((helpers) => {
      const { asked, tokens } = setUp(helpers, '(a|)', '1s (b|)')
      helpers.expectObservable(named(tokens.token$), '^ 9s !').toBe('a 4999ms 1s b', names)
      helpers.cold('5s (i|)').subscribe(() => tokens.invalidate())
      helpers.expectSubscriptions(asked(2)).toBe('5s ^ 999ms !')
    })
  })

  it('a token that is forgotten while nobody needs one costs nothing', () => {
    marbles((helpers) => {
      const { asked, tokens } = setUp(helpers, '(a|)', '(b|)')
      helpers.expectObservable(named(tokens.take(5000))).toBe('(a|)', names)
      helpers.cold('5s (i|)').subscribe(() => tokens.invalidate())
      helpers.flush()
      helpers.expectSubscriptions(asked(2)).toBe([])
      expect(tokens.isIdle()).toBe(true)
    })
  })
})
