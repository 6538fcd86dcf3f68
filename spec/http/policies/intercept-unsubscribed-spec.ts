import { Observable, of, Subject, takeUntil } from 'rxjs'
import { compose } from '../../../lib/http/compose.js'
import type { Policy } from '../../../lib/http/Http.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { intercept } from '../../../lib/http/policies/intercept.js'
import { httpRequest } from '../../helpers/httpRequest.js'

describe('a request that is unsubscribed from while it begins, inside of an interceptor', () => {
  it('is not sent', () => {
    const stop$ = new Subject<void>()
    const log: Array<string> = []
    // As `tellEnd`, or an `attemptPolicy` of the program: it tells, and somebody who is told leaves.
    const telling: Policy = (next) => (request) => {
      stop$.next()
      return next(request)
    }
    const events = intercept(() => {
      log.push('requested')
      return { end: () => log.push('ended') }
    })
    const transport = () =>
      new Observable<HttpResponse>((subscriber) => {
        if (subscriber.closed) return
        log.push('sent')
      })
    const http = compose(intercept({}), telling, events)(transport)
    http(httpRequest()).pipe(takeUntil(stop$)).subscribe()
    expect(log).toEqual([])
  })

  it('is not sent, where the event of the attempt itself makes the caller leave', () => {
    const stop$ = new Subject<void>()
    const log: Array<string> = []
    const through: Policy = (next) => (request) => next(request)
    const events = intercept(() => {
      stop$.next()
      return {}
    })
    const transport = () =>
      new Observable<HttpResponse>((subscriber) => {
        if (subscriber.closed) return
        log.push('sent')
      })
    const http = compose(intercept({}), through, events)(transport)
    http(httpRequest()).pipe(takeUntil(stop$)).subscribe()
    expect(log).toEqual([])
    void of
  })
})
