import { none, some } from 'fp-ts/lib/Option.js'
import { Observable, type Subscriber } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import { budget } from '../../../lib/http/budget/budget.js'
import { compose } from '../../../lib/http/compose.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { breaker } from '../../../lib/http/policies/breaker.js'
import { httpRequest } from '../../helpers/httpRequest.js'

const failure = (status: number, seconds: number) =>
  new StatusError({
    operation: 'stocks.list',
    page: none,
    status,
    type: none,
    detail: none,
    isServiceAnswer: true,
    retryAfter: seconds === 0 ? none : some(seconds * 1000),
  })

describe('a request that has waited, and is unsubscribed from in flight', () => {
  const begin = () => {
    const clock = createVirtualClock()
    const log: Array<string> = []
    const flights: Array<Subscriber<HttpResponse>> = []
    const silent = () => undefined
    const http = (name: string) =>
      compose(budget(clock, () => 0.5, silent, { limits: {}, maxWaiting: 100 })('somebody'))(
        () =>
          new Observable(() => {
            log.push(name)
          }),
      )
    void http
    const limited = budget(clock, () => 0.5, silent, { limits: {}, maxWaiting: 100 })('somebody')
    const broken = breaker(clock, () => 0.5, silent)
    const ask = (name: string) =>
      compose(
        limited,
        broken,
      )(
        () =>
          new Observable((subscriber) => {
            log.push(`${name} sent`)
            flights.push(subscriber)
            return () => {
              log.push(`${name} ended`)
            }
          }),
      )(httpRequest({ access: 'user' })).subscribe({
        error: (error: Error) => log.push(`${name}: ${error.name} ${error.message}`),
      })
    return { ask, clock, log, flights }
  }

  it('is aborted before the next one leaves', () => {
    const { ask, clock, log, flights } = begin()
    ask('refused')
    flights[0]?.error(failure(429, 1))
    const a = ask('a')
    ask('b')
    clock.advance(1000)
    log.length = 0
    a.unsubscribe()
    expect(log).toEqual(['a ended', 'b sent'])
  })

  it('and was the probe of the breaker, leaves the probe to the next one', () => {
    const { ask, clock, log, flights } = begin()
    for (let n = 0; n < 21; n++) ask('first')
    flights[0]?.error(failure(429, 100))
    for (let n = 1; n < 21; n++) flights[n]?.error(failure(500, 0))
    const a = ask('a')
    ask('b')
    clock.advance(100_000)
    expect(log.at(-1)).toEqual('a sent')
    log.length = 0
    a.unsubscribe()
    expect(log).toEqual(['a ended', 'b sent'])
  })
})
