import * as t from 'io-ts'
import { concatMap, defer, type Observable, of } from 'rxjs'
import { createClient } from '../../../lib/client/createClient.js'
import { createVirtualClock, type VirtualClock } from '../../../lib/clock/virtualClock.js'
import { isClientError } from '../../../lib/error/ClientError.js'
import { type HttpRequest, wireHeaders } from '../../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { json, token } from '../../helpers/responses.js'
import { hour, minute, second, transports } from '../../helpers/tokens.js'
import { after } from '../../helpers/watching.js'

/** What a user may ask for in these specs. */
const asking = (method: 'GET' | 'POST' = 'GET', safe = method === 'GET') => ({
  operation: 'insights.list',
  method,
  path: '/v2/insights',
  access: 'user' as const,
  safe,
  codec: t.unknown,
})

/** A client of a service that issues `T1`, `T2`, …, and lets in whom `admits` says, by the text of the token. */
const setUp = (
  clock: VirtualClock,
  latencyOf: (request: HttpRequest) => number,
  admits: (token: string, request: HttpRequest) => boolean,
  issue = (name: string): HttpResponse => token(name, clock.wall() + hour),
) => {
  const requests: Array<string> = []
  let issued = 0
  const answer = (request: HttpRequest): HttpResponse => {
    if (request.url.endsWith('/authenticate')) {
      requests.push('authenticate')
      return issue(`T${String(++issued)}`)
    }
    const bearer = wireHeaders(request).Authorization?.replace('Bearer ', '') ?? 'nobody'
    requests.push(bearer)
    return admits(bearer, request) ? json({ by: bearer }) : json({ type: 'invalid_token' }, 401)
  }
  const http = (request: HttpRequest): Observable<HttpResponse> =>
    defer(() => {
      const latency = latencyOf(request)
      const response = answer(request)
      return latency === 0 ? of(response) : after(clock, latency).pipe(concatMap(() => of(response)))
    })
  const client = createClient({
    baseUrl: 'https://bank.example',
    clientId: 'id',
    clientSecret: 'secret',
    http,
    clock,
    random: () => 0.5,
  })
  const user = client.user({ externalUserId: 'A6J' })
  const got: Array<unknown> = []
  return {
    requests,
    got,
    calls: () => requests.filter((each) => each === 'authenticate').length,
    ask: (request = asking()) =>
      user.send(request).subscribe({
        next: (answered) => got.push(answered),
        error: (error: unknown) =>
          got.push(isClientError(error) && error._tag === 'StatusError' ? error.status : error),
      }),
  }
}

describe.each(transports)('a 401, over a transport that is $transport', ({ latency }) => {
  it('scenario 9: costs one authentication and one replay', () => {
    const clock = createVirtualClock()
    const { ask, requests, got } = setUp(
      clock,
      () => latency,
      (bearer) => bearer !== 'T1',
    )
    ask()
    clock.advance(minute)
    expect(requests).toEqual(['authenticate', 'T1', 'authenticate', 'T2'])
    expect(got).toEqual([{ by: 'T2' }])
  })

  it('scenario 9: is the caller’s the second time', () => {
    const clock = createVirtualClock()
    const { ask, requests, got } = setUp(
      clock,
      () => latency,
      () => false,
    )
    ask()
    clock.advance(minute)
    expect(requests).toEqual(['authenticate', 'T1', 'authenticate', 'T2'])
    expect(got).toEqual([401])
  })

  it('scenario 9: from authenticate itself is not asked about once more', () => {
    const clock = createVirtualClock()
    const { ask, requests, got } = setUp(
      clock,
      () => latency,
      () => true,
      () => json({}, 401),
    )
    ask()
    clock.advance(hour)
    expect(requests).toEqual(['authenticate'])
    expect(got).toMatchObject([{ _tag: 'AuthenticationError', status: 401 }])
  })

  it('scenario 9: to a POST is answered by another only where that was declared safe', () => {
    const clock = createVirtualClock()
    const { ask, requests, got } = setUp(
      clock,
      () => latency,
      (bearer) => bearer === 'T3',
    )
    ask(asking('POST'))
    clock.advance(second)
    expect([requests, got]).toEqual([['authenticate', 'T1'], [401]])
    ask(asking('POST', true))
    clock.advance(second)
    expect(requests.slice(2)).toEqual(['authenticate', 'T2'])
    clock.advance(minute)
    ask(asking('POST', true))
    clock.advance(second)
    expect(requests.slice(4)).toEqual(['T2', 'authenticate', 'T3'])
    expect(got).toEqual([401, 401, { by: 'T3' }])
  })

  it('scenario 10: twenty that come one after the other are one authentication and twenty replays', () => {
    const clock = createVirtualClock()
    let revoked = false
    const { ask, requests, got, calls } = setUp(
      clock,
      () => latency,
      (bearer) => !revoked || bearer !== 'T1',
    )
    ask()
    clock.advance(second)
    revoked = true
    for (let n = 0; n < 20; n++) {
      ask()
      clock.advance(5)
    }
    clock.advance(second)
    expect(calls()).toBe(2)
    expect(got).toEqual([{ by: 'T1' }, ...Array.from({ length: 20 }, () => ({ by: 'T2' }))])
    expect(requests.filter((each) => each === 'T2').length).toBe(20)
  })

  it('scenario 10: without end, to a hundred requests a second, is three authentications a minute, and everybody’s', () => {
    const clock = createVirtualClock()
    const { ask, got, calls } = setUp(
      clock,
      () => latency,
      () => false,
    )
    for (let n = 0; n < 6000; n++) {
      ask()
      clock.advance(10)
    }
    clock.advance(second)
    expect(calls()).toBeLessThanOrEqual(1 + 3)
    expect(got).toEqual(Array.from({ length: 6000 }, () => 401))
  })

  it('without end from one list, while another lets everybody in, is six authentications a minute', () => {
    const clock = createVirtualClock()
    const { ask, got, calls } = setUp(
      clock,
      () => latency,
      (_, request) => request.url.endsWith('/accounts'),
    )
    const accounts = { ...asking(), path: '/v2/accounts' }
    for (let n = 0; n < 600; n++) {
      ask(accounts)
      ask()
      clock.advance(100)
    }
    clock.advance(second)
    expect(got.filter((each) => each === 401).length).toBe(600)
    expect(got.length).toBe(1200)
    expect(calls()).toBeLessThanOrEqual(1 + 6)
  })
})

describe('401s that come late', () => {
  it('scenario 10: five milliseconds apart, for a token that is replaced in five, are one authentication', () => {
    const clock = createVirtualClock()
    let revoked = false
    let answers = 0
    const latencyOf = ({ url }: HttpRequest) => (!revoked || url.endsWith('/authenticate') ? 5 : 5 * ++answers)
    const { ask, requests, got } = setUp(clock, latencyOf, (bearer) => !revoked || bearer !== 'T1')
    ask()
    clock.advance(second)
    revoked = true
    for (let n = 0; n < 20; n++) ask()
    clock.advance(second)
    const replays = Array.from({ length: 20 }, () => 'T2')
    expect(requests.slice(2, 22)).toEqual(Array.from({ length: 20 }, () => 'T1'))
    expect(requests.slice(22)).toEqual(['authenticate', ...replays])
    expect(got).toEqual([{ by: 'T1' }, ...replays.map((by) => ({ by }))])
  })
})
