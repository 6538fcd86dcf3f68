import { concatMap, delay, map, NEVER, of, Subject, throwError } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import type { Http } from '../../../lib/http/Http.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import type { AccessToken } from '../../../lib/service/model/AccessToken.js'
import { marbles } from '../../helpers/marbles.js'
import { inTurn } from '../../helpers/refreshes.js'
import { token } from '../../helpers/responses.js'
import { granting, hour, lost, minute, nameOf, second, service, tokenCache } from '../../helpers/tokens.js'
import { counting, watching } from '../../helpers/watching.js'

const names = { a: 'T1', b: 'T2' }

const setUp = () => {
  const clock = createVirtualClock()
  const { http, calls } = granting(clock, 0, hour)
  const cache = tokenCache(watching(http, { clock }))
  const renew = (): AccessToken => {
    const renewed: Array<AccessToken> = []
    cache.authenticate('interactive').subscribe(({ token: issued }) => renewed.push(issued))
    const [only] = renewed
    if (only === undefined) throw new Error('not renewed')
    return only
  }
  return { clock, cache, renew, calls }
}

describe('TokenCache', () => {
  it('renews once for all who subscribe meanwhile, and again for who comes later', () => {
    marbles(({ cold, clock, start, expectObservable, expectSubscriptions }) => {
      const first = cold('1s (a|)', { a: token('T1', start + hour) })
      const later = cold('1s (b|)', { b: token('T2', start + 2 * hour) })
      const cache = tokenCache(watching(inTurn(first, later), { clock }))
      const renewed = cache.authenticate('interactive').pipe(map((issued) => nameOf(issued.token)))
      expectObservable(renewed).toBe('1s (a|)', names)
      expectObservable(renewed, '999ms ^').toBe('1s (a|)', names)
      expectObservable(renewed, '2s ^').toBe('3s (b|)', names)
      expectObservable(cache.issued$.pipe(map(nameOf))).toBe('1s a 1999ms b', names)
      expectSubscriptions(first.subscriptions).toBe('^ 999ms !')
      expectSubscriptions(later.subscriptions).toBe('2s ^ 999ms !')
    })
  })

  it('gives a token that is forgotten on its way to nobody further', () => {
    const { cache } = setUp()
    const reported: Array<string> = []
    cache.issued$.subscribe((issued) => {
      reported.push(`first ${nameOf(issued)}`)
      cache.forget()
    })
    cache.issued$.subscribe((issued) => reported.push(`second ${nameOf(issued)}`))
    cache.authenticate('interactive').subscribe()
    expect(reported).toEqual(['first T1'])
  })

  it('aborts a renewal whose token is forgotten before it completes, so that who asks again asks alone', () => {
    marbles(({ cold, clock, start, expectObservable, expectSubscriptions, flush }) => {
      const first = cold('1s (a|)', { a: token('T1', start + hour) })
      const { http, counts } = counting(inTurn(first, cold('(b|)', { b: token('T2', start + hour) })))
      const cache = tokenCache(watching(http, { clock }))
      const seen: Array<string> = []
      cache.authenticate('interactive').subscribe({
        complete: () => cache.authenticate('interactive').subscribe((issued) => seen.push(nameOf(issued.token))),
      })
      cold('500ms x').subscribe(() => cache.forget())
      expectObservable(cache.interrupts$.pipe(map(() => 'x'))).toBe('500ms x')
      expectSubscriptions(first.subscriptions).toBe('^ 499ms !')
      flush()
      expect([seen, counts.mostInFlight]).toEqual([['T2'], 1])
    })
  })

  it('a refused token is forgotten only if it is the one in use; for another there is a better one already', () => {
    const { clock, cache, renew, calls } = setUp()
    const t1 = renew()
    expect([cache.refuse(t1), cache.liveToken()._tag]).toEqual(['same', 'Some'])
    clock.advance(5 * second)
    expect([cache.refuse(t1), cache.liveToken()._tag]).toEqual(['another', 'None'])
    const t2 = renew()
    expect([cache.refuse(t1), cache.refuse({ ...t2 }), cache.liveToken()._tag]).toEqual(['another', 'another', 'Some'])
    expect(calls.length).toBe(2)
  })

  it('late refusals of a token that was replaced do not make its successor a suspect', () => {
    const { clock, cache, renew } = setUp()
    const t1 = renew()
    clock.advance(5 * second)
    cache.refuse(t1)
    cache.accept(renew())
    cache.refuse(t1)
    clock.advance(50 * minute)
    const t3 = renew()
    clock.advance(5 * second)
    expect([cache.refuse(t3), cache.liveToken()._tag]).toEqual(['another', 'None'])
  })

  it('that a token which is no longer in use is accepted says nothing of its successor', () => {
    const { clock, cache, renew } = setUp()
    const t1 = renew()
    clock.advance(5 * second)
    cache.refuse(t1)
    const t2 = renew()
    clock.advance(5 * second)
    cache.accept(t1)
    expect([cache.refuse(t2), cache.liveToken()._tag]).toEqual(['none', 'Some'])
  })

  it('waits for longer after each failure, and after a success begins again', () => {
    const clock = createVirtualClock()
    const { http } = service(clock, 0, (call) => (call % 4 === 0 ? token('T1', clock.wall() + call * hour) : lost))
    const cache = tokenCache(watching(http, { clock }))
    const waits = Array.from({ length: 8 }, () => {
      cache.authenticate('interactive').subscribe({ error: () => undefined })
      const wait = cache.msUntilRetry()
      clock.advance(wait)
      return wait
    })
    expect(waits).toEqual([750, 1500, 3000, 0, 750, 1500, 3000, 0])
  })

  it('knows what the last attempt failed with, until one succeeds', () => {
    marbles(({ cold, clock, start, flush }) => {
      const good = cold('(a|)', { a: token('T1', start + hour) })
      const dead = cold('(a|)', { a: token('T1', start - minute) })
      const hanging = cold<HttpResponse>('2m #')
      const cache = tokenCache(watching(inTurn(dead, hanging, good), { clock }))
      const known: Array<unknown> = [cache.lastErrorMessage()]
      const renew = () =>
        cache
          .authenticate('interactive')
          .subscribe({ error: () => known.push(cache.lastErrorMessage(), cache.msUntilRetry()) })
      renew()
      cold('1s x').subscribe(renew)
      cold('1m x').subscribe(renew)
      flush()
      known.push(cache.lastErrorMessage())
      expect(known).toMatchObject([
        { _tag: 'None' },
        { value: expect.stringContaining('expires no later than the last one') },
        750,
        { value: expect.stringContaining('no full response') },
        1500,
        { _tag: 'None' },
      ])
    })
  })

  it('says what was wrong with a token that has ended as it comes, and renews once the service does better', () => {
    const clock = createVirtualClock()
    const cache = tokenCache(watching(inTurn(of(token('T1', -hour)), of(token('T2', hour))), { clock }))
    cache.authenticate('interactive').subscribe({ error: () => undefined })
    expect(cache.lastErrorMessage()).toMatchObject({ value: expect.stringContaining('the new token has expired') })
    expect([cache.isAuthenticating(), cache.liveToken()._tag]).toEqual([false, 'None'])
    cache.authenticate('interactive').subscribe()
    expect([cache.lastErrorMessage()._tag, cache.liveToken()._tag]).toEqual(['None', 'Some'])
  })

  it('authenticates in the background until somebody interactive waits', () => {
    const priorities: Array<string> = []
    const promote = jest.fn()
    const http: Http = ({ priority }) => {
      priorities.push(priority)
      return NEVER
    }
    const cache = tokenCache({ ...watching(http, { clock: createVirtualClock() }), promote })
    const renew = (priority: 'background' | 'interactive') => cache.authenticate(priority).subscribe()
    const watchers = [renew('background'), renew('background')]
    expect([priorities, promote.mock.calls.length]).toEqual([['background'], 0])
    watchers.push(renew('interactive'))
    expect([priorities, promote.mock.calls]).toEqual([['background'], [[1]]])
    for (const watcher of watchers) watcher.unsubscribe()
    renew('interactive')
    expect(priorities).toEqual(['background', 'interactive'])
  })

  it.each([
    { outcome: 'a token', answer: () => token('T1', hour) },
    { outcome: 'an error', answer: () => lost },
  ])('sends one request if it is promoted out of the queue and ends at once with $outcome', ({ answer }) => {
    const clock = createVirtualClock()
    const { http, calls } = service(clock, 0, answer)
    const permit$ = new Subject<void>()
    const queue: Http = (request) => permit$.pipe(concatMap(() => http(request)))
    const cache = tokenCache({ ...watching(queue, { clock, timeout: hour }), promote: () => permit$.next() })
    const ends: Array<string> = []
    const renew = (priority: 'background' | 'interactive') =>
      cache.authenticate(priority).subscribe({
        next: ({ token: issued }) => ends.push(nameOf(issued)),
        error: ({ _tag }: { readonly _tag: string }) => ends.push(_tag),
      })
    renew('background')
    renew('interactive')
    expect([calls.length, cache.isAuthenticating()]).toEqual([1, false])
    expect(ends).toEqual(answer() === lost ? ['NetworkError', 'NetworkError'] : ['T1', 'T1'])
  })

  it('tells what came of each authentication by its number: that it brought a token, and that it has ended', () => {
    const clock = createVirtualClock()
    const reported: Array<string> = []
    const issue = {
      onToken: (number: number, lives: () => boolean) => reported.push(`issued ${String(number)} ${String(lives())}`),
      onEnd: (number: number) => reported.push(`ended ${String(number)}`),
    }
    const http = inTurn(
      of(token('T1', hour)).pipe(delay(10, clock.scheduler)),
      throwError(() => lost),
      NEVER,
    )
    const cache = tokenCache(watching(http, { clock }), { listener: issue })
    const renew = () => cache.authenticate('interactive').subscribe({ error: () => undefined })
    renew()
    expect(reported).toEqual([])
    clock.advance(10)
    expect(reported).toEqual(['issued 1 true', 'ended 1'])
    renew()
    const leaver = renew()
    expect(reported.slice(2)).toEqual(['ended 2'])
    leaver.unsubscribe()
    expect(reported.slice(3)).toEqual(['ended 3'])
  })

  it('a renewal that everybody has left is none in flight', () => {
    const cache = tokenCache(watching(() => NEVER, { clock: createVirtualClock() }))
    const leaver = cache.authenticate('interactive').subscribe()
    expect(cache.isAuthenticating()).toBe(true)
    leaver.unsubscribe()
    expect(cache.isAuthenticating()).toBe(false)
  })
})
