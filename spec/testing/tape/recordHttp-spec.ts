import { none, some } from 'fp-ts/lib/Option.js'
import { EMPTY, NEVER, Observable, of, Subject, throwError } from 'rxjs'
import {
  type Clock,
  ConfigError,
  createVirtualClock,
  DecodeError,
  type Http,
  type HttpResponse,
  NetworkError,
  redact,
  TimeoutError,
} from '../../../lib/index.js'
import { recordHttp, type TapeEntry } from '../../../lib/tape.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { marbles } from '../../helpers/marbles.js'
import { hear } from '../../helpers/profiles.js'
import { json, token } from '../../helpers/responses.js'
import { recording } from './recording.js'

const request = httpRequest({ url: 'https://bank.example/v2/banks?limit=5' })
const place = { operation: 'stocks.list', page: none }
const lost = new NetworkError({ ...place, origin: 'https://bank.example', code: some('ECONNRESET') })

/** Of a body that is whole, whatever is in it; no tape has it. */
const whole = { 'content-length': '7' }

describe('recordHttp', () => {
  it('is cold, and tells of each subscription once, before its subscriber is told', () => {
    const order: Array<string> = []
    const http: Http = () => of(json({}))
    const recorded = recordHttp(http, { next: ({ number }) => order.push(`entry ${String(number)}`) })
    const answer$ = recorded(request)
    expect(order).toEqual([])
    for (const name of ['a', 'b'])
      answer$.subscribe({ next: () => order.push(name), complete: () => order.push(`${name} ends`) })
    expect(order).toEqual(['entry 1', 'a', 'a ends', 'entry 2', 'b', 'b ends'])
  })

  it('tells when, and how long it took, and in the order in which exchanges end', () => {
    marbles(({ cold, clock, start, expectObservable, expectSubscriptions, flush }) => {
      const empty = { a: json({}) }
      const answers = ['5s (a|)', '2s #', '-'].map((marble) => cold(marble, empty, lost))
      const waiting = [...answers]
      const { http, tape } = recording(() => waiting.shift() ?? EMPTY, { clock })
      const seen = answers.map((_, index) => {
        const asked = cold(`${String(index + 1)}s (a|)`)
        return new Observable((subscriber) =>
          asked.subscribe(() => subscriber.add(http(request).subscribe(subscriber))),
        )
      })
      expectObservable(seen[0] as Observable<unknown>).toBe('6s (a|)', { a: json({}) })
      expectObservable(seen[1] as Observable<unknown>).toBe('4s #', {}, lost)
      expectObservable(seen[2] as Observable<unknown>, '^ 9999ms !').toBe('-')
      expectSubscriptions(answers[0]?.subscriptions ?? []).toBe('1s ^ 4999ms !')
      expectSubscriptions(answers[1]?.subscriptions ?? []).toBe('2s ^ 1999ms !')
      expectSubscriptions(answers[2]?.subscriptions ?? []).toBe('3s ^ 6999ms !')
      flush()
      const time = (ms: number) => new Date(start + ms).toISOString()
      expect(tape).toEqual([
        expect.objectContaining({
          number: 2,
          time: time(2000),
          duration: 2000,
          error: { _tag: 'NetworkError', code: 'ECONNRESET' },
        }),
        expect.objectContaining({ number: 1, time: time(1000), duration: 5000, response: expect.anything() }),
        { tape: 1, number: 3, time: time(3000), duration: 7000, request: { method: 'GET', url: '/v2/banks?limit=5' } },
      ])
    })
  })

  it('hands on answers, errors and ends as they are', () => {
    const answer = json({ id: 1 }, 500, { 'x-any': 'y' })
    const odd = { not: 'an error' }
    expect(hear(recording(() => of(answer)).http(request)).values[0]).toBe(answer)
    expect(hear(recording(() => throwError(() => odd)).http(request)).error).toBe(odd)
    expect(hear(recording(() => EMPTY).http(request))).toMatchObject({ values: [], isComplete: true })
    const thrown = new Error('thrown')
    const { http, tape } = recording(() => {
      throw thrown
    })
    expect(hear(http(request)).error).toBe(thrown)
    expect(tape).toEqual([expect.objectContaining({ error: { _tag: 'NetworkError' } })])
  })

  it.each<readonly [string, unknown, object]>([
    ['the network', lost, { _tag: 'NetworkError', code: 'ECONNRESET' }],
    ['a code of another form', new NetworkError({ ...place, origin: '', code: some('E12') }), { _tag: 'NetworkError' }],
    ['a time-out', new TimeoutError({ ...place, timeout: 500 }), { _tag: 'TimeoutError', timeout: 500 }],
    ['a large body', new DecodeError({ ...place, reason: 'too-large' }), { _tag: 'DecodeError', reason: 'too-large' }],
    ['what is no error of a client', 'secret', { _tag: 'NetworkError' }],
  ])('tells of an error: %s', (_, error, failure) => {
    const { http, tape } = recording(() => throwError(() => error))
    hear(http(request))
    expect(tape.map((entry) => entry.error)).toEqual([failure])
  })

  it('tells of an end without an answer as the client takes it', () => {
    const { http, tape } = recording(() => EMPTY)
    hear(http(request))
    expect(tape).toEqual([expect.objectContaining({ error: { _tag: 'NetworkError' } })])
  })

  it('tells of the first answer alone, and of no end after it', () => {
    const { http, tape } = recording(() => of(json({}), json({}, 201)))
    hear(http(request))
    http(request).subscribe().unsubscribe()
    expect(tape.map(({ response }) => response?.status)).toEqual([200, 200])
  })

  it('aborts what is unsubscribed', () => {
    let aborted = 0
    const { http, tape } = recording(
      () =>
        new Observable(() => () => {
          aborted++
        }),
    )
    http(request).subscribe().unsubscribe()
    expect([aborted, tape.length]).toEqual([1, 1])
    expect(tape[0]).not.toHaveProperty('response')
    expect(tape[0]).not.toHaveProperty('error')
  })

  it('keeps of a request its version, its language, its user and the structure of its body', () => {
    const responses = [token('t0k3n', 0), json({}), json({})]
    const { http, tape } = recording(() => of(responses.shift() ?? json({})))
    const body = { email: 'a@b.c', password: 'x', client_secret: 'y', more: 1, item_id: 7, user_uuid: null }
    hear(http({ ...request, method: 'POST', body: some(redact(JSON.stringify(body))) }))
    const headers = { Authorization: redact('Bearer t0k3n'), 'Bankin-Version': '2018-06-15', 'accept-language': 'fr' }
    hear(http({ ...request, headers }))
    hear(http({ ...request, headers: { ...headers, Authorization: 'Bearer other' }, body: some(redact('no JSON')) }))
    const [authentication, known, unknown] = tape.map((entry) => entry.request)
    expect(authentication?.body).toEqual({ email: 'string', password: 'string', item_id: 'number', user_uuid: 'null' })
    const { user } = (tape[0]?.response?.json ?? {}) as { readonly user: { readonly uuid: string } }
    expect(known).toEqual({
      method: 'GET',
      url: '/v2/banks?limit=5',
      version: '2018-06-15',
      language: 'fr',
      user: user.uuid,
    })
    expect(unknown).toEqual({
      method: 'GET',
      url: '/v2/banks?limit=5',
      version: '2018-06-15',
      language: 'fr',
      body: {},
    })
  })

  it('keeps of the headers of an answer what is known', () => {
    const kept = {
      'content-type': 'application/json',
      date: 'Sun, 01 Feb 2026 00:00:00 GMT',
      'retry-after': '120',
      'ratelimit-remaining': '59',
      'ratelimit-reset': '2026-02-01T00:00:00Z',
      'rxbank-date': 'Sun, 01 Feb 2026 00:00:01 GMT',
    }
    const rest = { 'set-cookie': 'id=1', location: '/v2/users/1', 'x-request-id': 'abc', server: 'nginx', etag: 'W/1' }
    const { http, tape } = recording(() => of({ status: 200, headers: { ...kept, ...rest, ...whole }, body: '' }))
    hear(http(request))
    expect(tape[0]?.response?.headers).toEqual(kept)
  })

  it.each([
    ['content-type', 'Application/JSON; charset=utf-8', 'application/json'],
    ['content-type', 'text/x-jean', undefined],
    ['content-type', 'text/html-jean', undefined],
    ['date', '2026-02-01', undefined],
    ['retry-after', '99999999999', '86400'],
    ['retry-after', ' Sun, 01 Feb 2026 00:00:00 GMT ', 'Sun, 01 Feb 2026 00:00:00 GMT'],
    ['retry-after', 'soon', undefined],
    ['ratelimit-limit', '12345678901', undefined],
    ['ratelimit', 'limit=100, remaining=0, reset=5', 'limit=100, remaining=0, reset=5'],
    ['ratelimit', '"default";r=0;t=5', '"default";r=0;t=5'],
    ['ratelimit', '"default";r=0;t=5;pk=:SmFuZQ==:', undefined],
    ['ratelimit', `"${'a'.repeat(200)}";r=0`, undefined],
    ['ratelimit-policy', '"default";q=100;w=60', '"default";q=100;w=60'],
    ['ratelimit-policy', '"jane7";q=100;w=60', undefined],
    ['ratelimit-policy', '100;w=60, 1000;w=3600', '100;w=60, 1000;w=3600'],
    ['ratelimit-policy', 'burst;q=100;w=60', 'burst;q=100;w=60'],
    ['ratelimit-policy', '"jane dupont";q=100;w=60', undefined],
    ['ratelimit-policy', 'jane dupont', undefined],
    ['ratelimit', `"${'abcd_'.repeat(6)}abc";r=0`, undefined],
    ['ratelimit', `"${'a'.repeat(17)}";r=0`, undefined],
    ['x-ratelimit-reset', '1767268800', '1767268800'],
    ['ratelimit-limit', 60 as unknown as string, undefined],
  ])('keeps of the header %s: %p as %p', (name, value, kept) => {
    const { http, tape } = recording(() => of({ status: 200, headers: { [name]: value, ...whole }, body: '' }))
    hear(http(request))
    expect(tape[0]?.response?.headers[name]).toBe(kept)
  })

  it.each([
    ['', { kind: 'blank', length: 0 }],
    [' \n', { kind: 'blank', length: 2 }],
    ['  <html>', { kind: 'html', length: 8 }],
    ['{"resources":[{"id', { kind: 'other', length: 18 }],
  ])('keeps of a body that is no JSON its kind and its length: %p', (body, text) => {
    const { http, tape } = recording(() => of({ status: 200, headers: whole, body }))
    hear(http(request))
    expect(tape[0]?.response).toEqual({ status: 200, headers: {}, text })
  })

  it('keeps the words of errors alone, and nothing of a body that is too long for one', () => {
    const bodies: Array<unknown> = [
      { type: 'conflict', message: 'User x@y.z exists', documentation_url: null },
      { code: 'invalid_client_credentials', property: 'x' },
      { type: 'E 404', code: 'User x@y.z' },
      ['conflict'],
      { type: 'conflict', message: 'x'.repeat(70_000) },
    ]
    const { http, tape } = recording(() => of(json(bodies.shift(), 409)))
    for (let i = 0; i < 5; i++) hear(http(request))
    const [conflict, code, odd, list, long] = tape.map(({ response }) => response?.json)
    expect(conflict).toEqual({
      type: 'conflict',
      message: expect.not.stringContaining('User'),
      documentation_url: null,
    })
    expect(code).toMatchObject({ code: 'invalid_client_credentials' })
    expect(odd).toEqual({ type: expect.stringMatching(/^\([a-z]+ [a-z]+\)$/), code: expect.stringMatching(/^\(.*\)$/) })
    expect(list).toEqual([expect.not.stringMatching('conflict')])
    expect(long).toBeUndefined()
  })

  it('gives the same value the same pseudonym, and another one on another tape', () => {
    const http: Http = () => of(json({ id: 187741, item_id: '187741', name: 'Jean', label: 'Jean', iban: 'Jeanne' }))
    const tapes = [recording(http), recording(http)]
    const [first, again, other] = [tapes[0], tapes[0], tapes[1]].map((each) => {
      hear(each?.http({ ...request, url: 'https://bank.example/v2/items/187741/refresh' }) ?? EMPTY)
      const { response, request: asked } = (each?.tape.at(-1) ?? {}) as TapeEntry
      const row = response?.json as Record<string, unknown>
      const reported: Record<string, unknown> = { ...row, url: asked.url }
      return reported
    })
    expect(first).toEqual(again)
    expect(first?.item_id).toBe(String(first?.id))
    expect(first?.url).toBe(`/v2/items/${String(first?.id)}/refresh`)
    expect(first?.label).toBe(first?.name)
    expect(first?.iban).not.toBe(first?.name)
    expect(other?.name).not.toBe(first?.name)
  })

  it.each([
    ['/v2/items?limit=500', /\/v2\/items\?limit=500$/],
    ['/v2/items?limit=36000051006608', /\?limit=(?!36000051006608)\d{14}$/],
    ['/v2/items?client_id=me&client_secret=x', /\/v2\/items$/],
    ['/v2/items?since=2026-01-31T10:20:30.123Z', /\?since=2026-01-31T10%3A20%3A30\.123Z$/],
    ['/v2/items?since=1565094512332', /\?since=1565094512332$/],
    ['/v2/transactions?since=2026-01-31&until=2026-02-01', /\?since=2026-01-31&until=2026-02-01$/],
    ['/v2/items?since=yesterday', /\?since=[a-z]{12}$/],
    [
      '/v2/connect/items/add/url?country=fr&prefill_email=a%40b.c',
      /\?country=fr&prefill_email=[a-z]{12}%40mail\.invalid$/,
    ],
    ['/v2/banks?country=jean', /\?country=[a-z]{12}$/],
    ['/v2/users/c2a26c9e-dc23-4f67-b887-bbae0f26c415/items', /\/v2\/users\/(?!c2a26c9e)[\da-f-]{36}\/items$/],
    ['/v2/jean/7?jean=1', /\/v2\/name_[a-z]{12}\/\d\?name_[a-z]{12}=\d$/],
    ['/jean/dupont', /^\/name_[a-z]{12}\/name_[a-z]{12}$/],
  ])('keeps of an address what is known: %s', (path, kept) => {
    const { http, tape } = recording(() => of(json({})))
    hear(http({ ...request, url: `https://bank.example${path}` }))
    expect(tape[0]?.request.url).toMatch(kept)
  })

  it('keeps that what refers to a resource leads to it', () => {
    const { http, tape } = recording(() => of(json({ id: 187741, resource_uri: '/v2/items/187741' })))
    hear(http(request))
    const { id, resource_uri } = (tape[0]?.response?.json ?? {}) as {
      readonly id: number
      readonly resource_uri: string
    }
    expect(resource_uri).toBe(`/v2/items/${String(id)}`)
  })

  it.each([
    ['/v2/banks?after=c2', /^\/v2\/banks\?after=[a-z]{12}$/],
    ['?after=c2', /^\/v2\/banks\?after=[a-z]{12}$/],
    ['https://bank.example/base/v2/banks?page=2', /^\/v2\/banks\?name_[a-z]{12}=\d$/],
    ['/base/v2/banks?limit=5', /^\/v2\/banks\?limit=5$/],
    ['https://elsewhere.example/v2/banks?after=c2', /^https:\/\/elsewhere\.invalid\/$/],
    ['/v2/%2e%2e%2fbanks', /^https:\/\/elsewhere\.invalid\/$/],
    ['http://[', /^https:\/\/\[$/],
    ['', /^$/],
  ])('keeps where a link leads: %p', (next_uri, kept) => {
    const { http, tape } = recording(() => of(json({ resources: [], pagination: { next_uri } })))
    const baseUrl = { ...request.baseUrl, prefix: '/base' }
    hear(http({ ...request, baseUrl, url: 'https://bank.example/base/v2/banks?limit=5' }))
    expect(tape[0]?.response?.json).toEqual({ resources: [], pagination: { next_uri: expect.stringMatching(kept) } })
  })

  describe('whatever happens to the tape', () => {
    const http: Http = () => of(json({ id: 1 }))

    it('answers when the sink throws, and tells it of nothing more', () => {
      const heard: Array<unknown> = []
      const full = new Error('full')
      const sink = {
        next: () => {
          heard.push('entry')
          throw full
        },
        error: (error: unknown) => {
          heard.push(error)
          throw full
        },
      }
      const recorded = recordHttp(http, sink)
      for (let i = 0; i < 2; i++) expect(hear(recorded(request)).values).toHaveLength(1)
      expect(heard).toEqual(['entry', full])
    })

    it('answers when a subject is done for', () => {
      const subject = new Subject<TapeEntry>()
      subject.unsubscribe()
      const recorded = recordHttp(http, subject)
      for (let i = 0; i < 2; i++) expect(hear(recorded(request)).values).toHaveLength(1)
    })

    it('hands on an answer that cannot be recorded', () => {
      const odd = { status: 200, headers: {}, body: 7 } as never
      const errors: Array<unknown> = []
      const recorded = recordHttp(() => of<HttpResponse>(odd), {
        next: () => undefined,
        error: (error) => errors.push(error),
      })
      expect(hear(recorded(request)).values).toEqual([odd])
      expect(errors).toHaveLength(1)
    })

    it('asks when there is no time', () => {
      const clock: Clock = { ...createVirtualClock(), wall: () => NaN }
      const { http: recorded, tape } = recording(http, { clock })
      expect(hear(recorded(request)).values).toHaveLength(1)
      expect(tape).toEqual([])
    })

    it('ends the tape when as many values have pseudonyms as may', () => {
      let id = 0
      const seen: Array<string> = []
      const recorded = recordHttp(
        () => of(json({ id: ++id, name: '' })),
        { next: ({ number }) => seen.push(String(number)), complete: () => seen.push('full') },
        { maxValues: 3 },
      )
      for (let i = 0; i < 5; i++) expect(hear(recorded(request)).values).toHaveLength(1)
      expect(seen).toEqual(['1', '2', '3', 'full'])
    })
  })

  it('refuses wrong options', () => {
    const wrong = { maxValues: 0, keepNames: 'x', clock: 1, keep: [] } as never
    expect(() => recordHttp(() => NEVER, new Subject(), wrong)).toThrow(
      'wrong configuration: keepNames: expected a list of names; maxValues: expected a whole number, 1 or more (is 0); clock: expected a clock, with wall, monotonic and scheduler; wakeUp$, if any, an Observable; keep: expected no such option',
    )
  })
  it.each([null, 7, []])('refuses options that are %p', (config) => {
    expect(() => recordHttp(() => NEVER, new Subject(), config as never)).toThrow(ConfigError)
  })

  it.each([null, undefined, 7, {}])('refuses a transport and a sink that are %p', (wrong) => {
    const missing = wrong === undefined ? ' (missing)' : ''
    expect(() => recordHttp(wrong as never, wrong as never)).toThrow(
      `wrong configuration: http: expected a transport, a function from a request to an Observable${missing}; sink: expected an observer, with next${missing}`,
    )
  })
})
