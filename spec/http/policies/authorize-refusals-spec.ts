import * as t from 'io-ts'
import { concatMap, defer, type Observable, of } from 'rxjs'
import { createVirtualClock, type VirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { isClientError } from '../../../lib/base/error/ClientError.js'
import { createClient } from '../../../lib/client/createClient.js'
import { type HttpRequest, wireHeaders } from '../../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { json, token } from '../../helpers/responses.js'
import { hour, second, transports } from '../../helpers/tokens.js'
import { after } from '../../helpers/watching.js'

/** What a user may ask for in these specs. */
const asking = (method: 'GET' | 'POST' = 'GET', idempotent = method === 'GET') => ({
  operation: 'insights.list',
  method,
  path: '/v2/insights',
  access: 'user' as const,
  idempotent,
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
    profile: documentedProfile,
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
    clock.advance(10 * second)
    expect(got.filter((each) => each === 401).length).toBe(600)
    expect(got.length).toBe(1200)
    expect(calls()).toBeLessThanOrEqual(1 + 6)
  })
})
