import { none, some } from 'fp-ts/lib/Option.js'
import { defer, delay, lastValueFrom, NEVER, Observable, of, tap } from 'rxjs'
import { createVirtualClock } from '../../lib/base/clock/virtualClock.js'
import { redact, reveal } from '../../lib/base/Redacted.js'
import { assemble } from '../../lib/client/assemble.js'
import type { ClientConfig } from '../../lib/client/config/ClientConfig.js'
import { decodeClientConfig } from '../../lib/client/config/decodeClientConfig.js'
import type { Http, Policy } from '../../lib/http/Http.js'
import { type HttpRequest, wireHeaders } from '../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../lib/http/HttpResponse.js'
import { authorize, type TokenSource } from '../../lib/http/policies/authorize.js'
import type { AccessToken } from '../../lib/service/model/AccessToken.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import { httpRequest } from '../helpers/httpRequest.js'
import { httpServer } from '../helpers/httpServer.js'
import { json } from '../helpers/responses.js'

const accessToken = (name: string): AccessToken => ({
  access_token: redact(name),
  expires_at: new Date(7_200_000),
  user: { uuid: 'c2a26c9e-dc23-4f67-b887-bbae0f26c415', external_user_id: 'A6J' },
})

/** A client's connections over a transport, and a log of what each policy does, in order. */
const assembled = (
  http: (log: Array<string>, clock: ReturnType<typeof createVirtualClock>) => Http,
  tokenTakes = 0,
  policies: Pick<ClientConfig, 'attemptPolicy' | 'policy'> = {},
) => {
  const clock = createVirtualClock()
  const log: Array<string> = []
  const config: ClientConfig = {
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    clientId: 'id',
    clientSecret: 's3cr3t',
    http: http(log, clock),
    clock,
    random: () => 0.5,
    ...policies,
  }
  let issued = 1
  const tokens: TokenSource = {
    take: () =>
      defer(() => {
        log.push(`take t${String(issued)}`)
        const token = of(accessToken(`t${String(issued)}`))
        return tokenTakes === 0 ? token : token.pipe(delay(tokenTakes, clock.scheduler))
      }),
    isLive: () => true,
    refuse: ({ access_token }) => {
      log.push(`refuse ${reveal(access_token)}`)
      issued++
      return 'another'
    },
    accept: ({ access_token }) => {
      log.push(`accept ${reveal(access_token)}`)
    },
  }
  const { connect, events$ } = assemble(decodeClientConfig(config), {
    expectedUser: 'a user: send it with client.user(…)',
  })
  events$.subscribe((event) => log.push('status' in event ? `${event._tag} ${String(event.status)}` : event._tag))
  return {
    clock,
    log,
    connect,
    connection: connect(
      'user',
      authorize(() => tokens),
    ),
  }
}

/** A transport that answers one after the other, and logs what was sent with which token. */
const answering =
  (...answers: ReadonlyArray<Observable<HttpResponse>>) =>
  (log: Array<string>): Http =>
  (request) =>
    defer(() => {
      const sent = log.filter((line) => line.startsWith('send')).length
      log.push(`send ${wireHeaders(request).Authorization ?? ''}`)
      return answers[sent] ?? NEVER
    })

const reported = (stream: Observable<unknown>) => {
  const seen: Array<unknown> = []
  stream.subscribe({ next: (value) => seen.push(value), error: (error) => seen.push(error) })
  return seen
}

const asUser = (overrides: Partial<HttpRequest> = {}) => httpRequest({ access: 'user', ...overrides })
const ok = json({ ok: true })

describe('assemble', () => {
  it('puts retry outside authorize, that outside events, and these outside status and the transport', () => {
    const { clock, log, connection } = assembled(answering(of(json({}, 503)), of(json({}, 401)), of(ok)))
    const seen = reported(connection.http(asUser()))
    clock.advance(10_000)
    expect(seen).toEqual([ok])
    expect(log).toEqual([
      'take t1',
      'Requested',
      'send Bearer t1',
      'Responded 503',
      'Retried',
      'take t1',
      'Requested',
      'send Bearer t1',
      'Responded 401',
      'refuse t1',
      'take t2',
      'Requested',
      'send Bearer t2',
      'Responded 200',
      'accept t2',
    ])
  })

  it("puts the user's policy outside all: it sees a request once, without credentials", () => {
    const noted: Array<HttpRequest> = []
    const policy: Policy = (next) => (request) => {
      noted.push(request)
      return next({ ...request, timeout: 7 })
    }
    const answers = answering(of(json({}, 503)), of(json({}, 401)), of(ok), of(json({}, 503)))
    const { clock, connection } = assembled(answers, 0, { policy })
    const seen = reported(connection.http(asUser()))
    clock.advance(10_000)
    expect([seen, noted]).toEqual([[ok], [asUser()]])
    expect(reported(connection.httpOnce(asUser()))).toEqual([expect.objectContaining({ status: 503 })])
    expect(noted).toHaveLength(2)
  })

  it('puts the policy of attempts next to the transport: it sees what is sent each time, and answers of any status', () => {
    const noted: Array<unknown> = []
    const attemptPolicy: Policy = (next) => (request) =>
      next({ ...request, headers: { ...request.headers, Signature: redact('s1gned') } }).pipe(
        tap(({ status }) => noted.push([wireHeaders(request).Authorization, status])),
      )
    const signatures: Array<unknown> = []
    const answers = answering(of(json({}, 503)), of(json({}, 401)), of(ok))
    const http = (lines: Array<string>) => {
      const answer = answers(lines)
      return (request: HttpRequest) => {
        signatures.push(wireHeaders(request).Signature)
        return answer(request)
      }
    }
    const { clock, connection } = assembled(http, 0, { attemptPolicy })
    const seen = reported(connection.http(asUser()))
    clock.advance(10_000)
    expect([seen, signatures]).toEqual([[ok], ['s1gned', 's1gned', 's1gned']])
    expect(noted).toEqual([
      ['Bearer t1', 503],
      ['Bearer t1', 401],
      ['Bearer t2', 200],
    ])
  })

  it('makes a client error of what the policy of attempts throws', () => {
    const attemptPolicy: Policy = () => () => {
      throw new TypeError('no key')
    }
    const { connection } = assembled(answering(of(ok)), 0, { attemptPolicy })
    expect(reported(connection.httpOnce(asUser()))).toMatchObject([{ _tag: 'NetworkError' }])
  })

  it('puts timeout inside retry: each attempt has its own time, and is aborted at its end', () => {
    const { clock, log, connection } = assembled(
      (lines) => () =>
        new Observable(() => {
          lines.push('send')
          return () => lines.push('abort')
        }),
    )
    const seen = reported(connection.http(asUser({ timeout: 1000 })))
    clock.advance(100_000)
    expect(seen).toMatchObject([{ _tag: 'TimeoutError' }])
    const attempt = ['take t1', 'Requested', 'send', 'abort']
    const attempts = log.filter((line) => line !== 'Retried')
    expect(attempts).toEqual([...attempt, ...attempt, ...attempt, ...attempt, ...attempt])
    expect(log).toHaveLength(attempts.length + 4)
    expect(clock.pending()).toBe(0)
  })

  it('puts timeout inside authorize: waiting for a token does not use up the time of an answer', () => {
    const { clock, connection } = assembled((_, time) => () => of(ok).pipe(delay(900, time.scheduler)), 900)
    const seen = reported(connection.http(asUser({ timeout: 1000 })))
    clock.advance(1799)
    expect(seen).toEqual([])
    clock.advance(1)
    expect(seen).toEqual([ok])
  })

  it('leaves the retry out of `once`, and nothing else', () => {
    const { clock, log, connection } = assembled(answering(of(json({}, 401)), of(json({}, 503)), of(ok)))
    const seen = reported(connection.httpOnce(asUser()))
    clock.advance(100_000)
    expect(seen).toMatchObject([{ _tag: 'StatusError', status: 503 }])
    expect(log.filter((line) => line.startsWith('send'))).toEqual(['send Bearer t1', 'send Bearer t2'])
  })

  it('asks a transport anew for each attempt, also one that starts before it is subscribed to', () => {
    let started = 0
    const { clock, connection } = assembled(() => () => {
      started++
      return of(started < 3 ? json({}, 500) : ok)
    })
    const seen = reported(connection.http(httpRequest()))
    clock.advance(10_000)
    expect([started, seen]).toEqual([3, [ok]])
  })

  it('takes one answer of a transport that gives two, or does not complete', () => {
    const { connection, clock } = assembled((_, time) => () => of(ok, ok).pipe(delay(10, time.scheduler)))
    const seen = reported(connection.http(httpRequest()))
    clock.advance(10)
    expect([seen, clock.pending()]).toEqual([[ok], 0])
  })

  it('makes a client error of what a transport throws', () => {
    const { connection } = assembled(() => () => {
      throw new TypeError('a bug of a transport')
    })
    expect(reported(connection.httpOnce(httpRequest()))).toMatchObject([{ _tag: 'NetworkError' }])
  })

  it('sends no token but a user’s: a connection of the application refuses, and sends nothing', () => {
    const { log, connect } = assembled(answering(of(ok)))
    expect(reported(connect('application').http(asUser()))).toMatchObject([
      { _tag: 'ConfigError', issues: [{ path: '/access', expected: 'a user: send it with client.user(…)' }] },
    ])
    expect(log).toEqual([])
  })

  it('counts the requests of a client, whoever sends them, and carries its version', () => {
    const { connect, connection } = assembled(answering())
    const other = connect('application')
    expect([connection, other, connection].map(({ nextRequestNumber }) => nextRequestNumber())).toEqual([1, 2, 3])
    expect(other).toMatchObject({ headers: { 'Service-Version': '2021-06-01' }, timeout: 30_000 })
    expect(other.client).toBe(connection.client)
  })

  it('goes over the platform’s transport if none is given', async () => {
    const server = await httpServer((_request, response) => response.end('{}'))
    const config = decodeClientConfig({ profile: documentedProfile, baseUrl: server.url, clientId: 'id' })
    expect([config.http, config.clientSecret]).toEqual([none, none])
    const { http } = assemble(config, { expectedUser: '' }).connect('application')
    const answer = await lastValueFrom(http(httpRequest({ url: `${server.url}/v2/banks`, page: some(1) })))
    await server.close()
    expect(answer.status).toBe(200)
    expect(server.requests.map(({ url, headers }) => [url, headers['client-id']])).toEqual([['/v2/banks', 'id']])
  })
})
