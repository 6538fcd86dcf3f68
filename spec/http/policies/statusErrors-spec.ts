import { none, some } from 'fp-ts/lib/Option.js'
import { of } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import { reveal } from '../../../lib/base/Redacted.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { status } from '../../../lib/http/policies/statusErrors.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { marbles } from '../../helpers/marbles.js'
import { json } from '../../helpers/responses.js'

const wall = Date.UTC(2026, 0, 1)

/** What the policy makes of an answer. */
const judge = (response: HttpResponse): unknown => {
  const seen: Array<unknown> = []
  const http = status(createVirtualClock({ start: wall }))(() => of(response))
  http(httpRequest({ operation: 'transactions.list', page: some(4) })).subscribe({
    next: (value) => seen.push(value),
    error: (error) => seen.push(error),
  })
  return seen[0]
}

const refusal = (response: HttpResponse): StatusError => {
  const judged = judge(response)
  if (judged instanceof StatusError) return judged
  throw new Error('no StatusError')
}

describe('status', () => {
  it.each([200, 201, 202, 204, 206, 299])('passes a %d on as it came', (code) => {
    const response = json({ any: 'thing' }, code)
    expect(judge(response)).toBe(response)
  })

  it.each([0, 100, 199, 300, 301, 302, 304, 307, 308, 400, 401, 404, 409, 418, 422, 429, 499, 500, 502, 503, 599])(
    'makes a StatusError of a %d',
    (code) => {
      expect(refusal(json({}, code))).toMatchObject({ operation: 'transactions.list', page: some(4), status: code })
    },
  )

  it.each([NaN, Infinity, -200, 1, 99, 200.5, 600, 999])('makes a NetworkError of %d, which is none', (code) => {
    expect(judge(json({}, code))).toMatchObject({
      _tag: 'NetworkError',
      page: some(4),
      code: some('ERR_HTTP_INVALID_STATUS_CODE'),
    })
  })

  it.each(['', ' ', '{', '{"resources":[{"id":1'])('makes a NetworkError of the body %j, of no told length', (body) => {
    expect(judge({ status: 200, headers: {}, body })).toMatchObject({
      _tag: 'NetworkError',
      operation: 'transactions.list',
      code: some('ERR_STREAM_PREMATURE_CLOSE'),
    })
  })

  it.each<readonly [body: string, headers: Record<string, string>, code: number, reason: string]>([
    ['', {}, 204, 'empty'],
    ['<html>', {}, 200, 'not-json'],
    ['{"a":', { 'content-length': '5' }, 200, 'not-json'],
    ['{"a":', { 'transfer-encoding': 'gzip, Chunked' }, 200, 'not-json'],
  ])(
    'makes a DecodeError of the body %j, which is no beginning, or came with %j or a %d',
    (body, headers, code, reason) => {
      expect(judge({ status: code, headers, body })).toMatchObject({ _tag: 'DecodeError', page: some(4), reason })
    },
  )

  it('says what came instead of JSON, and of which status', () => {
    const html = { headers: { 'content-type': 'text/html; charset=utf-8' }, body: '<html>s3cr3t-canary</html>' }
    const [page, blocked] = [judge({ ...html, status: 200 }), judge({ ...html, status: 403 })]
    expect(page).toMatchObject({ _tag: 'DecodeError', contentType: some('text/html') })
    expect(String(page)).toBe(
      'DecodeError: transactions.list (page 4): text/html instead of JSON, perhaps a page of a proxy or a portal; is baseUrl or gateway the address of the service?',
    )
    expect(blocked).toMatchObject({ _tag: 'StatusError', isServiceResponse: false, contentType: some('text/html') })
    expect(String(blocked)).toBe(
      'StatusError: transactions.list (page 4): 403: text/html instead of JSON, perhaps a page of a proxy or a portal; is baseUrl or gateway the address of the service?',
    )
    expect(`${String(page)}${JSON.stringify(blocked)}`).not.toContain('s3cr3t-canary')
  })

  it.each([
    [401, '', true],
    [403, '{"type":"forbidden"}', true],
    [404, '<html>', false],
    [302, '', false],
  ])('of a %i with %j it says whether the service gave it: %s', (code, body, isServiceResponse) => {
    expect(refusal({ status: code, headers: {}, body })).toMatchObject({ isServiceResponse, contentType: none })
  })

  it('reads the word of the error body, and hides its message', () => {
    const error = refusal(json({ type: 'conflict', message: 'A user joe@example.com exists' }, 409))
    expect(error.type).toEqual(some('conflict'))
    expect(error.detail._tag === 'Some' && reveal(error.detail.value)).toBe('A user joe@example.com exists')
    expect(JSON.stringify(error) + error.message).not.toContain('joe@example.com')
  })

  it('finds no words in an HTML page of a proxy, whose text is nowhere in the error', () => {
    const error = refusal({ status: 500, headers: { 'content-type': 'text/html' }, body: '<html>s3cr3t-canary</html>' })
    expect([error.type, error.detail]).toEqual([none, none])
    expect(JSON.stringify(error) + String(error.stack)).not.toContain('s3cr3t-canary')
  })

  it.each(['', '{"type":', 'null', '[]', '{"type":{},"message":7}'])(
    'makes a StatusError also of the body %p',
    (body) => {
      expect(refusal({ status: 503, headers: {}, body })).toMatchObject({ status: 503, type: none, detail: none })
    },
  )

  it('keeps what the service asked to wait', () => {
    expect(refusal(json({}, 429, { 'retry-after': '7' })).retryAfter).toEqual(some(7000))
    expect(refusal(json({}, 503, { 'retry-after': new Date(wall + 5000).toUTCString() })).retryAfter).toEqual(
      some(5000),
    )
    expect(refusal(json({}, 503)).retryAfter).toBe(none)
  })

  it('shows no header of a redirect, if a Location may hold anything', () => {
    const error = refusal(json({}, 302, { location: 'https://evil.example/?code=s3cr3t-canary' }))
    expect(JSON.stringify(error) + String(error.stack)).not.toContain('s3cr3t-canary')
  })

  it('passes failures of the transport on, and aborts it when it is unsubscribed from', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const failing = cold<HttpResponse>('--#', undefined, 'lost')
      const pending = cold<HttpResponse>('------')
      expectObservable(status(clock)(() => failing)(httpRequest())).toBe('--#', undefined, 'lost')
      expectObservable(status(clock)(() => pending)(httpRequest()), '^--!').toBe('----')
      expectSubscriptions(failing.subscriptions).toBe('^-!')
      expectSubscriptions(pending.subscriptions).toBe('^--!')
    })
  })
})
