import { none } from 'fp-ts/lib/Option.js'
import { map, Observable } from 'rxjs'
import { delay } from '../../../lib/base/clock/delay.js'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import { PermitDeclined } from '../../../lib/http/budget/Admission.js'
import { budget } from '../../../lib/http/budget/budget.js'
import type { Http } from '../../../lib/http/Http.js'
import type { HttpRequest } from '../../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { type Marbles, marbles } from '../../helpers/marbles.js'
import { json } from '../../helpers/responses.js'

const a = json({})
const ready = httpRequest({ operation: 'ready' })
const silent = () => undefined
const tooManyRequests = new StatusError({
  operation: 'first',
  page: none,
  status: 429,
  type: none,
  detail: none,
  retryAfter: none,
})

/** One request in 100 ms, and a request that is made ready by a stream. */
const asking = ({ clock }: Marbles, prepared: Observable<HttpRequest>, isStillWanted = () => true) => {
  const limits = { application: { requests: 1, per: 100 } }
  const limited = budget(clock, () => 0.5, silent, { limits, maxWaiting: 9 })('somebody')
  const admission = { isStillWanted, waitsSince: undefined, prepare: () => prepared }
  return {
    over: (answer: Observable<HttpResponse>, sent: (operation: string) => void = silent): Http =>
      limited(({ operation }) => {
        sent(operation)
        return answer
      }),
    request: httpRequest({ admission, timeout: 20 }),
  }
}

describe('a request that is made ready', () => {
  it('is not before it has its permits, and leaves as it was made', () => {
    marbles((helpers) => {
      const { cold, expectObservable, expectSubscriptions, flush } = helpers
      const prepared = cold('10ms (r|)', { r: ready })
      const sent: Array<string> = []
      const { over, request } = asking(helpers, prepared)
      const http = over(cold('5ms (a|)', { a }), (operation) => sent.push(operation))
      expectObservable(http(httpRequest())).toBe('5ms (a|)', { a })
      expectObservable(http(request)).toBe('120ms (a|)', { a })
      expectSubscriptions(prepared.subscriptions).toBe('105ms ^ 9ms !')
      flush()
      expect(sent).toEqual(['stocks.list', 'ready'])
    })
  })

  it('has returned its permits if it is unsubscribed from meanwhile', () => {
    marbles((helpers) => {
      const { cold, expectObservable, expectSubscriptions } = helpers
      const prepared = cold<HttpRequest>('10ms -')
      const { over, request } = asking(helpers, prepared)
      const answer = cold('5ms (a|)', { a })
      const http = over(answer)
      expectObservable(http(request), '^ 4ms !').toBe('')
      expectObservable(http(httpRequest())).toBe('10ms (a|)', { a })
      expectSubscriptions(prepared.subscriptions).toBe('^ 4ms !')
      expectSubscriptions(answer.subscriptions).toBe('5ms ^ 4ms !')
    })
  })

  it('has returned its permits if that fails', () => {
    marbles((helpers) => {
      const { cold, expectObservable } = helpers
      const { over, request } = asking(helpers, cold('10ms #', undefined, 'no secret'))
      const http = over(cold('5ms (a|)', { a }))
      expectObservable(http(request)).toBe('10ms #', undefined, 'no secret')
      expectObservable(http(httpRequest())).toBe('15ms (a|)', { a })
    })
  })

  it('is declined if it is not wanted any more when it is ready', () => {
    marbles((helpers) => {
      const { cold, clock, expectObservable } = helpers
      const { over, request } = asking(helpers, cold('10ms (r|)', { r: ready }), () => clock.monotonic() < 10)
      const http = over(cold('5ms (a|)', { a }))
      expectObservable(http(request)).toBe('10ms #', undefined, new PermitDeclined(0))
      expectObservable(http(httpRequest())).toBe('15ms (a|)', { a })
    })
  })

  it('counts from when it leaves: aborted after that, it keeps its permits until it cannot arrive any more', () => {
    marbles((helpers) => {
      const { cold, expectObservable, expectSubscriptions } = helpers
      const { over, request } = asking(helpers, cold('10ms (r|)', { r: ready }))
      const answer = cold<HttpResponse>('50ms -')
      const http = over(answer)
      expectObservable(http(request), '^ 14ms !').toBe('')
      expectObservable(http(httpRequest()), '^ 149ms !').toBe('')
      expectSubscriptions(answer.subscriptions).toBe(['10ms ^ 4ms !', '130ms ^ 19ms !'])
    })
  })

  it('is aborted before the next request is sent with its permits', () => {
    const clock = createVirtualClock()
    const limits = { application: { requests: 9, per: 1000 } }
    const limited = budget(clock, () => 0.5, silent, { limits, maxWaiting: 9 })('somebody')
    const log: Array<string> = []
    const http = limited(
      ({ operation }) =>
        new Observable<HttpResponse>((subscriber) => {
          log.push(`sent ${operation}`)
          if (operation === 'first') subscriber.error(tooManyRequests)
          return () => log.push(`ended ${operation}`)
        }),
    )
    const ask = (operation: string, prepare?: () => Observable<HttpRequest>) => {
      const admission = { isStillWanted: () => true, waitsSince: undefined, ...(prepare && { prepare }) }
      return http(httpRequest({ operation, admission })).subscribe({ error: silent })
    }
    ask('first')
    // After the 429 one request may be in flight.
    clock.advance(1500)
    const prepared = ask('asked', () => delay(clock, 10).pipe(map(() => ready)))
    ask('next')
    clock.advance(10)
    prepared.unsubscribe()
    expect(log).toEqual(['sent first', 'ended first', 'sent ready', 'ended ready', 'sent next'])
  })
})
