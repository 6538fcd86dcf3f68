import fc from 'fast-check'
import { none, type Option, some } from 'fp-ts/lib/Option.js'
import { defer, NEVER, type Observable, of, throwError } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { AuthenticationError } from '../../../lib/base/error/AuthenticationError.js'
import { DecodeError } from '../../../lib/base/error/DecodeError.js'
import { NetworkError } from '../../../lib/base/error/NetworkError.js'
import { RequestNotSent } from '../../../lib/base/error/RequestNotSent.js'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import { TimeoutError } from '../../../lib/base/error/TimeoutError.js'
import { TokenUnavailable } from '../../../lib/base/error/TokenUnavailable.js'
import type { HttpRequest } from '../../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { retry, type RetryConfig } from '../../../lib/http/policies/retry.js'
import { connectionOver } from '../../helpers/connection.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { marbles } from '../../helpers/marbles.js'
import { json } from '../../helpers/responses.js'

const a = json({ ok: true })
const place = { operation: 'stocks.list', page: none }
const lost = new NetworkError({ ...place, origin: 'https://bank.example', code: some('ECONNRESET') })
const statusError = (status: number, retryAfter: Option<number> = none) =>
  new StatusError({ ...place, status, type: none, detail: none, retryAfter })

const config: RetryConfig = { count: 4, minDelay: 100, maxDelay: 1000 }
const silent = () => undefined

/** Asks over attempts that end one after the other as told; when each left, what came of it, what was told. */
const asking = (
  attempts: (attempt: number) => Observable<HttpResponse>,
  {
    random = () => 0.5,
    request = httpRequest(),
    ...overrides
  }: Partial<RetryConfig> & {
    readonly random?: () => number
    readonly request?: HttpRequest
  } = {},
) => {
  const clock = createVirtualClock()
  const { emit, events } = connectionOver(() => NEVER, { clock })
  const left: Array<number> = []
  const seen: Array<unknown> = []
  const next = () =>
    defer(() => {
      left.push(clock.monotonic())
      return attempts(left.length)
    })
  const subscription = retry(clock, random, emit, { ...config, ...overrides })(next)(request).subscribe({
    next: (value) => seen.push(value),
    error: (error) => seen.push(error),
  })
  return { clock, left, seen, events, subscription }
}

const always = (error: unknown) => () => throwError(() => error)

describe('retry', () => {
  it('passes an answer on, and asks once', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const source = cold('--(a|)', { a })
      expectObservable(retry(clock, () => 0.5, silent, config)(() => source)(httpRequest())).toBe('--(a|)', { a })
      expectSubscriptions(source.subscriptions).toBe('^-!')
    })
  })

  it('asks again after waits that double from minDelay and end at maxDelay', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const source = cold<HttpResponse>('#', undefined, lost)
      const http = retry(clock, () => 0.5, silent, { ...config, count: 6 })(() => source)
      // Halves of 100, 200, 400, 800, 1000 and 1000.
      expectObservable(http(httpRequest())).toBe('1750ms #', undefined, lost)
      expectSubscriptions(source.subscriptions).toBe([
        '(^!)',
        '50ms   (^!)',
        '150ms  (^!)',
        '350ms  (^!)',
        '750ms  (^!)',
        '1250ms (^!)',
        '1750ms (^!)',
      ])
    })
  })

  it('gives the answer of the attempt that succeeds', () => {
    const { clock, left, seen } = asking((attempt) => (attempt < 3 ? throwError(() => lost) : of(a)))
    clock.advance(10_000)
    expect([left, seen]).toEqual([[0, 50, 150], [a]])
  })

  it('tells the request each wait', () => {
    const waits: Array<number> = []
    const request = httpRequest({ onWait: (wait) => waits.push(wait) })
    const { clock } = asking(() => throwError(() => statusError(503, some(waits.length * 100))), { request, count: 3 })
    clock.advance(10_000)
    expect(waits).toEqual([50, 100, 200])
  })

  it.each([0, 1, 4])('gives up after %d further attempts, with the last error', (count) => {
    const { clock, left, seen } = asking((attempt) => throwError(() => statusError(500 + attempt)), { count })
    clock.advance(100_000)
    expect(left).toHaveLength(count + 1)
    expect(seen).toEqual([statusError(500 + count + 1)])
    expect(clock.pending()).toBe(0)
  })

  it.each([
    ['nothing', 0, [0, 0, 0]],
    ['half', 0.5, [0, 50, 150]],
    ['nearly all', 1 - 2 ** -53, [0, 100, 300]],
  ])('draws its waits from the full range: %s of the ceiling', (_, drawn, expected) => {
    const { clock, left } = asking(always(lost), { count: 2, random: () => drawn })
    clock.advance(10_000)
    expect(left.map(Math.round)).toEqual(expected)
  })

  it('stays under the ceiling, whatever is drawn', () => {
    const draw = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
    fc.assert(
      fc.property(fc.infiniteStream(draw), (draws) => {
        const { clock, left } = asking(always(lost), { random: () => draws.next().value as number })
        clock.advance(10_000)
        const waits = left.slice(1).map((moment, index) => moment - (left[index] ?? 0))
        expect(waits.every((wait, index) => wait >= 0 && wait <= 100 * 2 ** index)).toBe(true)
        expect(left).toHaveLength(5)
      }),
    )
  })

  it.each([
    lost,
    new TimeoutError({ ...place, timeout: 10 }),
    new RequestNotSent({ ...place, reason: 'circuit', retryAfter: some(1000) }),
    ...[408, 425, 429, 500, 502, 503, 504].map((status) => statusError(status)),
  ])('retries after a transient error: %s', (error) => {
    const { clock, left } = asking(always(error), { count: 1 })
    clock.advance(10_000)
    expect(left).toHaveLength(2)
  })

  it.each([
    ...[0, 302, 400, 401, 403, 404, 409, 422].map((status) => statusError(status)),
    new DecodeError({ ...place, reason: 'too-large' }),
    new AuthenticationError({ status: 401, type: none, detail: none }),
    new TokenUnavailable({ waited: 30_000, last: some('NetworkError') }),
    new RequestNotSent({ ...place, reason: 'queue', retryAfter: none }),
    new RequestNotSent({ ...place, reason: 'budget', retryAfter: some(3_600_001) }),
    new TypeError('a bug'),
  ])('does not ask again after what stays, or has been waited for: %s', (error) => {
    const { clock, left, seen } = asking(always(error))
    expect([left, seen, clock.pending()]).toEqual([[0], [error], 0])
  })

  it('does not ask again after what stays, also when something that passes came before', () => {
    const { clock, left, seen } = asking((attempt) => throwError(() => (attempt === 1 ? lost : statusError(404))))
    clock.advance(10_000)
    expect([left, seen]).toEqual([[0, 50], [statusError(404)]])
  })

  it('sends a POST once', () => {
    const { clock, left, seen } = asking(always(lost), { request: httpRequest({ method: 'POST', idempotent: false }) })
    clock.advance(10_000)
    expect([left, seen]).toEqual([[0], [lost]])
  })

  it('sends a POST again that says it may be', () => {
    const { clock, left } = asking(always(lost), { request: httpRequest({ method: 'POST', idempotent: true }) })
    clock.advance(10_000)
    expect(left).toHaveLength(5)
  })

  it('tells of each wait: the error, which attempt it was, and how long', () => {
    const { clock, events } = asking(always(lost), { count: 2, request: httpRequest({ number: 9 }) })
    clock.advance(10_000)
    const subject = { operation: 'stocks.list', request: 9 }
    expect(events).toEqual([
      { _tag: 'Retried', error: lost, attempt: 1, delay: 50, ...subject, time: new Date(0) },
      { _tag: 'Retried', error: lost, attempt: 2, delay: 100, ...subject, time: new Date(50) },
    ])
  })

  it('aborts the attempt in flight when it is unsubscribed from', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const source = cold<HttpResponse>('--------')
      expectObservable(retry(clock, () => 0.5, silent, config)(() => source)(httpRequest()), '^--!').toBe('----')
      expectSubscriptions(source.subscriptions).toBe('^--!')
    })
  })

  it('clears its timer, and asks no more, when it is unsubscribed from during a wait', () => {
    const { clock, left, subscription } = asking(always(lost))
    clock.advance(20)
    expect([left, clock.pending()]).toEqual([[0], 1])
    subscription.unsubscribe()
    expect(clock.pending()).toBe(0)
    clock.advance(100_000)
    expect(left).toEqual([0])
  })

  it('counts for each subscription anew', () => {
    const clock = createVirtualClock()
    let sent = 0
    const next = () =>
      defer(() => {
        sent++
        return throwError(() => lost)
      })
    const asked = retry(clock, () => 0, silent, { ...config, count: 2 })(next)(httpRequest())
    asked.subscribe({ error: silent })
    asked.subscribe({ error: silent })
    clock.advance(1000)
    expect(sent).toBe(6)
  })
})
