import { none, some } from 'fp-ts/lib/Option.js'
import { Observable, type Subscriber } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import { budget } from '../../../lib/http/budget/budget.js'
import { compose } from '../../../lib/http/Http.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { breaker } from '../../../lib/http/policies/breaker.js'
import { httpRequest } from '../../helpers/httpRequest.js'

const place = { operation: 'stocks.list', page: none }
const tooMany = (seconds: number) =>
  new StatusError({ ...place, status: 429, type: none, detail: none, retryAfter: some(seconds * 1000) })
const broken = new StatusError({ ...place, status: 500, type: none, detail: none, retryAfter: none })
const silent = () => undefined

/** Requests over a budget and a breaker, which are answered by the spec. */
const asking = () => {
  const clock = createVirtualClock()
  const log: Array<string> = []
  const flights: Array<Subscriber<HttpResponse>> = []
  const limited = budget(clock, () => 0.5, silent, { limits: {}, maxWaiting: 100 })('somebody')
  const policy = compose(
    limited,
    breaker(clock, () => 0.5, silent),
  )
  const ask = (name: string) => {
    const transport = () =>
      new Observable<HttpResponse>((subscriber) => {
        log.push(`${name} sent`)
        flights.push(subscriber)
        return () => log.push(`${name} ended`)
      })
    return policy(transport)(httpRequest({ access: 'user' })).subscribe({
      error: (error: Error) => log.push(`${name}: ${error.name} ${error.message}`),
    })
  }
  return { ask, clock, log, flights }
}

describe('a request that has waited, and whose caller leaves while it is in flight', () => {
  it('is aborted before the next one is sent', () => {
    const { ask, clock, log, flights } = asking()
    ask('refused')
    flights[0]?.error(tooMany(1))
    const a = ask('a')
    ask('b')
    clock.advance(1000)
    log.length = 0
    a.unsubscribe()
    expect(log).toEqual(['a ended', 'b sent'])
  })

  it('leaves the probe of the breaker to the next one', () => {
    const { ask, clock, log, flights } = asking()
    for (let n = 0; n < 21; n++) ask('first')
    for (const [n, flight] of flights.entries()) flight.error(n === 0 ? tooMany(100) : broken)
    const a = ask('a')
    ask('b')
    clock.advance(100_000)
    expect(log.at(-1)).toEqual('a sent')
    log.length = 0
    a.unsubscribe()
    expect(log).toEqual(['a ended', 'b sent'])
  })
})
