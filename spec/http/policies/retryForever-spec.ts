import { none, some } from 'fp-ts/lib/Option.js'
import { map, NEVER, type Observable, of, throwError } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { NetworkError } from '../../../lib/base/error/NetworkError.js'
import { TimeoutError } from '../../../lib/base/error/TimeoutError.js'
import { TokenUnavailable } from '../../../lib/base/error/TokenUnavailable.js'
import type { Http } from '../../../lib/http/Http.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { retryForever } from '../../../lib/http/policies/retryForever.js'
import { toHttpRequest } from '../../../lib/http/toHttpRequest.js'
import { marbles } from '../../helpers/marbles.js'
import { lost, request } from '../../helpers/refreshes.js'
import { json } from '../../helpers/responses.js'
import { polled, watching } from '../../helpers/watching.js'

const wall = Date.UTC(2026, 0, 1)

/** What a watcher makes of answers: when it asked, and what it told. */
const retrying = (answer: (attempt: number) => Observable<HttpResponse>, random = () => 0.5) => {
  const clock = createVirtualClock({ start: wall })
  const asked: Array<number> = []
  const transport: Http = () => {
    asked.push(clock.monotonic())
    return answer(asked.length)
  }
  const connection = watching(transport, { clock, random })
  const http = retryForever(clock, random, connection.emit, { watcher: 7, label: 'A6J' })(connection.httpOnce)
  const ask = () => http(toHttpRequest(connection, request))
  return { clock, asked, ask, events: connection.events }
}

const busy = (headers: Record<string, string> = {}) => of(json({}, 503, headers))
const ok = of(json({ status: 'finished' }))

describe('retryForever', () => {
  it('asks again until there is an answer, and hands out nothing else', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const answers = [cold('--#', undefined, lost), cold('--#', undefined, lost), cold('--(a|)')]
      let turn = 0
      const http = retryForever(
        clock,
        () => 0.5,
        () => undefined,
        { watcher: 7 },
      )(() => (answers[turn++] ?? NEVER) as Observable<never>)
      expectObservable(
        http(
          toHttpRequest(
            watching(() => NEVER, { clock }),
            request,
          ),
        ),
      ).toBe('1506ms (a|)')
      expectSubscriptions(answers[0]?.subscriptions ?? []).toBe('^-!')
      expectSubscriptions(answers[1]?.subscriptions ?? []).toBe('502ms ^-!')
      expectSubscriptions(answers[2]?.subscriptions ?? []).toBe('1504ms ^-!')
    })
  })

  it('lives for ever through the network, time-outs, missing tokens, 408, 425, 429 and 5xx', () => {
    const place = { operation: request.operation, page: none }
    const passing = [
      throwError(() => new NetworkError({ ...place, origin: 'https://bank.example', code: none })),
      throwError(() => new TimeoutError({ ...place, timeout: 30_000 })),
      throwError(() => new TokenUnavailable({ waited: 30_000, last: none })),
      ...[408, 425, 429, 500, 502, 503, 504, 599].map((status) => of(json({}, status))),
    ]
    const { clock, asked, ask, events } = retrying((attempt) => passing[attempt % passing.length] ?? NEVER)
    const errors: Array<unknown> = []
    ask().subscribe({ error: (error) => errors.push(error) })
    clock.advance(24 * 3_600_000)
    expect(errors).toEqual([])
    expect(asked.length).toBeGreaterThan(2800)
    expect(new Set(polled(events).map((reported) => reported.split(' ')[0])).size).toBe(passing.length)
  })

  it.each([400, 401, 403, 404, 410])('errors with %i at once', (status) => {
    const { asked, ask } = retrying(() => of(json({}, status)))
    const errors: Array<unknown> = []
    ask().subscribe({ error: (error) => errors.push(error) })
    expect(errors).toEqual([expect.objectContaining({ _tag: 'StatusError', status })])
    expect(asked).toHaveLength(1)
  })

  it('errors with what is no error of the client', () => {
    const bug = new TypeError('bug')
    const { asked, ask } = retrying(() => throwError(() => bug))
    const errors: Array<unknown> = []
    ask().subscribe({ error: (error) => errors.push(error) })
    expect([errors, asked.length]).toEqual([[bug], 1])
  })

  it('starts again with short waits after an answer that follows twenty refusals', () => {
    const { clock, ask, events } = retrying((attempt) => (attempt % 21 === 0 ? ok : busy()))
    const answered: Array<number> = []
    const again = () => ask().pipe(map(({ status }) => answered.push(status)))
    again().subscribe({ complete: () => again().subscribe() })
    clock.advance(3_600_000)
    const waits = polled(events).map((reported) => Number(reported.split(' ')[1]))
    expect(answered).toEqual([200, 200])
    expect(waits.slice(0, 8)).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    expect(waits.slice(20)).toEqual(waits.slice(0, 20))
  })

  it('asks ten times a second at most, however the dice fall', () => {
    const { clock, asked, ask } = retrying(
      () => busy(),
      () => 0,
    )
    ask().subscribe()
    clock.advance(60_000)
    expect(asked).toHaveLength(601)
  })

  it('takes the longer of its own wait and the one that was asked for', () => {
    const { clock, asked, ask } = retrying(() => busy({ 'retry-after': '3' }))
    ask().subscribe()
    clock.advance(14_000)
    expect(asked).toEqual([0, 3000, 6000, 9000, 13_000])
  })

  it('gives each request failures of its own', () => {
    const { clock, ask, events } = retrying(() => busy())
    ask().subscribe()
    clock.advance(10_000)
    const reported = events.length
    ask().subscribe()
    expect(polled(events.slice(reported))).toEqual(['503 500'])
  })

  it('clears the timer when it is unsubscribed while it waits', () => {
    const { clock, ask } = retrying(() => busy({ 'retry-after': '9999999999' }))
    const subscription = ask().subscribe()
    expect(clock.pending()).toBe(1)
    subscription.unsubscribe()
    expect(clock.pending()).toBe(0)
  })

  it('tells each failure with the number of the request', () => {
    const { ask, events } = retrying((attempt) => (attempt === 1 ? busy() : ok))
    ask().subscribe()
    const delay = 500
    const error = some(expect.objectContaining({ status: 503 }))
    expect(events).toEqual([
      expect.objectContaining({ _tag: 'Polled', request: 1, watcher: 7, label: 'A6J', error, delay }),
    ])
  })
})
