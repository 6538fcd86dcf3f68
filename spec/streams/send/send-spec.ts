import { none } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { of } from 'rxjs'
import type { HttpRequest } from '../../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import type { Request } from '../../../lib/service/api/Request.js'
import { connectionOver } from '../../helpers/connection.js'
import { send } from '../../helpers/interpreters.js'
import { listServer, outcome } from '../../helpers/lists.js'
import { marbles } from '../../helpers/marbles.js'
import { json } from '../../helpers/responses.js'

const request: Request<{ id: number }> = {
  operation: 'rows.get',
  method: 'GET',
  path: '/v2/rows/7',
  access: 'user',
  codec: t.type({ id: t.number }),
}

describe('send', () => {
  it('is cold, emits the decoded answer and completes', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const answer = cold('--(a|)', { a: json({ id: 7 }) })
      const sent = send(connectionOver(() => answer))(request)
      expectObservable(sent).toBe('--(a|)', { a: { id: 7 } })
      expectObservable(sent, '-----^').toBe('-------(a|)', { a: { id: 7 } })
      expectSubscriptions(answer.subscriptions).toBe(['^-!', '-----^-!'])
    })
  })

  it('aborts when it is left', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const answer = cold<HttpResponse>('-----')
      expectObservable(send(connectionOver(() => answer))(request), '^--!').toBe('-')
      expectSubscriptions(answer.subscriptions).toBe('^--!')
    })
  })

  it('makes a new request, with a number of its own, for each subscriber', () => {
    const seen: Array<HttpRequest> = []
    const http = (asked: HttpRequest) => {
      seen.push(asked)
      return of(json({ id: 7 }))
    }
    const sent = send(connectionOver(http))(request)
    expect(seen).toEqual([])
    sent.subscribe()
    sent.subscribe()
    expect(seen.map(({ number }) => number)).toEqual([1, 2])
  })

  it('errors with what is wrong in the answer', async () => {
    const server = listServer(() => json({ id: '7' }))
    const { error } = await outcome(send(connectionOver(server.http))(request))
    expect(error).toMatchObject({ _tag: 'DecodeError', operation: 'rows.get', page: none, issues: [{ path: '/id' }] })
  })

  it.each([[{ timeout: 0 }], [{ limit: 5 }], [null], [{ headers: { Host: 'evil.example' } }]])(
    'refuses %j in the stream, and sends nothing',
    async (config) => {
      const server = listServer(() => json({ id: 7 }))
      const { error } = await outcome(send(connectionOver(server.http))(request, config as object))
      expect(error).toMatchObject({ _tag: 'ConfigError' })
      expect(server.requests).toEqual([])
    },
  )

  it('refuses a path that leaves the base URL, and sends nothing', async () => {
    const server = listServer(() => json({ id: 7 }))
    const { error } = await outcome(send(connectionOver(server.http))({ ...request, path: '@evil.example/v2/' }))
    expect(error).toMatchObject({ _tag: 'ConfigError', issues: [{ path: '/path' }] })
    expect(server.requests).toEqual([])
  })
})
