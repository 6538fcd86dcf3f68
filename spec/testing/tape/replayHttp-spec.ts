import { none, some } from 'fp-ts/lib/Option.js'
import { map, NEVER, of, throwError } from 'rxjs'
import { delay } from '../../../lib/base/clock/delay.js'
import {
  ConfigError,
  createClient,
  createVirtualClock,
  DecodeError,
  type Http,
  type HttpRequest,
  NetworkError,
  TimeoutError,
} from '../../../lib/index.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { replayHttp, type TapeEntry } from '../../../lib/tape.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { marbles } from '../../helpers/marbles.js'
import { hear, play, profilesUnderTest, read } from '../../helpers/profiles.js'
import { json } from '../../helpers/responses.js'
import { recording } from './recording.js'
import { session } from './session.js'

const random = () => 0.5

const get = (path: string, overrides: Partial<HttpRequest> = {}): HttpRequest =>
  httpRequest({
    url: `https://other.example/x${path}`,
    baseUrl: { origin: 'https://other.example', prefix: '/x', roots: ['/v2'] },
    ...overrides,
  })

/** Records what a transport gives for each of these, one after the other, and lets go of it. */
const taped = (http: Http, ...requests: ReadonlyArray<HttpRequest>): ReadonlyArray<TapeEntry> => {
  const { http: recorded, tape } = recording(http, { clock: createVirtualClock() })
  requests.forEach((request) =>
    recorded(request)
      .subscribe({ error: () => undefined })
      .unsubscribe(),
  )
  return tape
}

/** A transport that gives these bodies, one after the other. */
const bodies = (...given: Array<unknown>): Http => {
  return () => of(json(given.shift()))
}

const ask = (http: Http, request: HttpRequest): unknown =>
  hear(http(request)).values.map(({ body }) => JSON.parse(body) as unknown)[0]

const expectedOf = (error: unknown): string => (error as ConfigError).issues[0]?.expected ?? ''

describe.each(profilesUnderTest)('replayHttp, of a tape of $name', (under) => {
  it('gives a client what was given, whatever its credentials, address and clock', () => {
    const { clock, sandbox, owner } = play(under)
    sandbox.faults.add({ kind: 'rate-limit', retryAfter: 3, on: 'transactions', after: 1 })
    sandbox.faults.add({ kind: 'disconnect', on: 'accounts' })
    sandbox.faults.add({ kind: 'html', on: 'categories' })
    sandbox.faults.add({ kind: 'truncated', on: 'stocks', after: 3 })
    sandbox.faults.add({ kind: 'wrong-type', on: 'stock', field: 'updated_at', value: 'never' })
    sandbox.refresh(owner.itemIds[0] ?? 0, { authenticating: 3000, retrieving: 5000 })
    const { http, tape } = recording(sandbox.http, { clock })
    const client = createClient({ ...sandbox.credentials, http, clock, random, ...under.config })
    const reported = session(client, client.user(under.identityOf(owner)), clock)

    expect(reported.filter(([, values]) => (values as ReadonlyArray<unknown>).length > 0).length).toBeGreaterThan(12)

    const later = createVirtualClock({ start: Date.UTC(2026, 0, 15, 10, 30) })
    const other = createClient({
      ...under.config,
      baseUrl: 'https://other.example/prefix',
      clientId: 'other',
      clientSecret: 'other',
      http: replayHttp(tape, { clock: later }),
      clock: later,
      random,
    })
    const identity = under.byEmail ? { email: 'other@example.org', password: 'other' } : { externalUserId: 'other' }
    expect(session(other, other.user(identity), later)).toEqual(reported)
  })
})

describe('replayHttp', () => {
  it('is cold, and gives each subscription the next answer, and at the end the last one again', () => {
    const http = replayHttp(taped(bodies({ status: 'a' }, { status: 'b' }), get('/v2/items'), get('/v2/items')))
    const answer$ = http(get('/v2/items'))
    http(get('/v2/items'))
    const given = [1, 2, 3, 4].map(() => hear(answer$))
    expect(given.map(({ values }) => values.map(({ body }) => body))).toEqual(
      ['a', 'b', 'b', 'b'].map((status) => [JSON.stringify({ status })]),
    )
    expect(given.every(({ isComplete }) => isComplete)).toBe(true)
  })

  it('gives the answers in the order in which they were asked, not in that in which they came', () => {
    const tape = taped(bodies({ status: 'a' }, { status: 'b' }), get('/v2/items'), get('/v2/items'))
    const http = replayHttp([...tape].reverse())
    expect([1, 2].map(() => ask(http, get('/v2/items')))).toEqual([{ status: 'a' }, { status: 'b' }])
  })

  it.each<readonly [string, HttpRequest, HttpRequest]>([
    ['a method', get('/v2/items', { method: 'POST' }), get('/v2/items', { method: 'DELETE' })],
    ['a path', get('/v2/items'), get('/v2/accounts')],
    ['a limit', get('/v2/items?limit=5'), get('/v2/items?limit=6')],
    ['a language', get('/v2/categories', { headers: { 'Accept-Language': 'fr' } }), get('/v2/categories')],
  ])('tells requests from each other by %s', (_, one, other) => {
    const tape = taped(bodies({ status: 'one' }, { status: 'other' }), one, other)
    const http = replayHttp(tape)
    expect([other, one, other].map((request) => ask(http, request))).toEqual([
      { status: 'other' },
      { status: 'one' },
      { status: 'other' },
    ])
    expect(expectedOf(hear(replayHttp(tape.slice(0, 1))(other)).error)).toMatch(
      /^a response to stocks\.list; the nearest/,
    )
  })

  it('prefers the same moment and body, and takes another if there is none', () => {
    const since = (day: string) => get(`/v2/stocks/updated?since=2026-01-${day}`)
    const http = replayHttp(taped(bodies({ status: 'a' }, { status: 'b' }), since('01'), since('02')))
    const statuses = ['02', '09', '01', '09'].map((day) => ask(http, since(day)))
    expect(statuses).toEqual([{ status: 'b' }, { status: 'a' }, { status: 'a' }, { status: 'b' }])
  })

  it('follows cursors and ids of its answers, and only these', () => {
    const list = { resources: [{ id: 187741 }], pagination: { next_uri: '/v2/items?after=MjAx&limit=1' } }
    const tape = taped(
      bodies(list, { status: 'next' }, { status: 'item' }),
      get('/v2/items?limit=1'),
      get('/v2/items?after=MjAx&limit=1'),
      get('/v2/items/187741'),
    )
    const http = replayHttp(tape)
    const first = ask(http, get('/v2/items?limit=1')) as typeof list
    const [{ id } = { id: 0 }] = first.resources
    expect(ask(http, get(first.pagination.next_uri))).toEqual({ status: 'next' })
    expect(ask(http, get(`/v2/items/${String(id)}`))).toEqual({ status: 'item' })
    const { error } = hear(http(get('/v2/items/187741', { operation: 'items.get' })))
    expect(error).toBeInstanceOf(ConfigError)
    expect(expectedOf(error)).toBe(
      `a response to items.get; the nearest is GET /v2/items/${String(id)} (number 3); requests need the ids and cursors of the tape's responses`,
    )
    expect(JSON.stringify(error)).not.toContain('187741')
  })

  it('says of an empty tape that it is empty', () => {
    expect(expectedOf(hear(replayHttp([])(get('/v2/items'))).error)).toContain('it has no entries')
  })

  it('keeps users apart, each known by the tokens of the tape', () => {
    const user = (name: string, uuid: string) => ({
      access_token: name,
      expires_at: '2026-01-01T00:00:00Z',
      user: { uuid },
    })
    const ada = user('ada', 'c2a26c9e-dc23-4f67-b887-bbae0f26c415')
    const bob = user('bob', '73a9a664-66b9-41a3-8f93-e404036f7c2e')
    const as = (name: string, path = '/v2/items') => get(path, { headers: { Authorization: `Bearer ${name}` } })
    const login = get('/v2/authenticate', { method: 'POST' })
    const tape = taped(
      bodies(ada, bob, { status: 'of_ada' }, { status: 'of_bob' }, { status: 'of_ada' }, { status: 'of_carl' }),
      ...[login, login, as('ada'), as('bob'), as('ada', '/v2/stocks'), as('carl', '/v2/accounts')],
    )
    const http = replayHttp(tape)
    const [first, second] = [1, 2].map(() => (ask(http, login) as typeof ada).access_token)
    expect(ask(http, as(second ?? ''))).toEqual({ status: 'of_bob' })
    expect(ask(http, as(first ?? ''))).toEqual({ status: 'of_ada' })
    expect(ask(http, as(first ?? '', '/v2/stocks'))).toEqual({ status: 'of_ada' })
    expect(hear(http(as(second ?? '', '/v2/stocks'))).error).toBeInstanceOf(ConfigError)
    expect(ask(http, as('dora', '/v2/stocks'))).toEqual({ status: 'of_ada' })
    expect(ask(http, as(second ?? '', '/v2/accounts'))).toEqual({ status: 'of_carl' })
  })

  it('fails as it failed, in the name of the request that asks', () => {
    const place = { operation: 'then', page: some(9) }
    const errors = [
      new NetworkError({ ...place, origin: 'https://bank.example', code: some('ECONNRESET') }),
      new TimeoutError({ ...place, timeout: 500 }),
      new DecodeError({ ...place, reason: 'too-large' }),
    ]
    const [network, timeout, decode] = errors
    const http = replayHttp(
      taped(() => throwError(() => errors.shift()), ...[network, timeout, decode].map(() => get('/v2/items'))),
    )
    const reported = [1, 2, 3].map(() => hear(http(get('/v2/items', { operation: 'now' }))).error)
    const now = { operation: 'now', page: none }
    expect(reported).toEqual([
      new NetworkError({ ...now, origin: 'https://other.example', code: some('ECONNRESET') }),
      new TimeoutError({ ...now, timeout: 500 }),
      new DecodeError({ ...now, reason: 'too-large' }),
    ])
  })

  it('never answers what nobody waited for, unless all else was given', () => {
    const { http: recorded, tape } = recording(bodies({ status: 'a' }))
    recorded(get('/v2/items')).subscribe()
    const silent = recording(() => NEVER)
    silent.http(get('/v2/items')).subscribe().unsubscribe()
    const abandoned = silent.tape.map((entry) => ({ ...entry, number: 2 }))
    const http = replayHttp([...tape, ...abandoned])
    const reported = [1, 2, 3].map(() => hear(http(get('/v2/items'))))
    expect(reported.map(({ values, isComplete }) => [values.length, isComplete])).toEqual([
      [1, true],
      [0, false],
      [1, true],
    ])
    const last = replayHttp(abandoned)
    expect([1, 2].map(() => hear(last(get('/v2/items'))).isComplete)).toEqual([false, false])
  })

  it('takes as long as it is told to, on the clock', () => {
    const recorder = createVirtualClock()
    const { http, tape } = recording(() => delay(recorder, 4000).pipe(map(() => json({ status: 'a' }))), {
      clock: recorder,
    })
    http(get('/v2/items')).subscribe()
    recorder.advance(4000)
    marbles(({ clock, expectObservable }) => {
      const answer = { a: expect.objectContaining({ body: '{"status":"a"}' }) }
      const slow = replayHttp(tape, { pace: 1, clock })
      expectObservable(slow(get('/v2/items'))).toBe('4s (a|)', answer)
      expectObservable(slow(get('/v2/items')), '^ 999ms !').toBe('-')
      expectObservable(replayHttp(tape, { pace: 0.25, clock })(get('/v2/items'))).toBe('1s (a|)', answer)
      expectObservable(replayHttp(tape, { clock })(get('/v2/items'))).toBe('(a|)', answer)
    })
  })

  it.each(['', ' \n ', '<html></html>', '{"resources":[{"id"', '\ufeffnone'])(
    'gives a text of the same kind for %p',
    (body) => {
      const http = replayHttp(taped(() => of({ status: 502, headers: {}, body }), get('/v2/items')))
      const [answer] = hear(http(get('/v2/items'))).values
      expect(answer?.body).toHaveLength(body.length)
      expect(answer?.body.trim().slice(0, 1)).toBe({ '<': '<' }[body.slice(0, 1)] ?? (body.trim() === '' ? '' : '.'))
      expect(() => JSON.parse(answer?.body ?? '') as unknown).toThrow()
    },
  )

  it('gives no text that is larger than may be', () => {
    const http = replayHttp(taped(() => of({ status: 200, headers: {}, body: '<'.repeat(100) }), get('/v2/items')))
    expect(hear(http(get('/v2/items', { maxBodySize: 100 }))).values).toHaveLength(1)
    expect(hear(http(get('/v2/items', { maxBodySize: 99 }))).error).toMatchObject({ reason: 'too-large' })
  })

  it('keeps a token alive on any clock, even if the service said no date', () => {
    const { clock, sandbox, owner } = play(profilesUnderTest[0] as (typeof profilesUnderTest)[number])
    sandbox.faults.add({ kind: 'no-date', times: Infinity })
    const { http, tape } = recording(sandbox.http, { clock })
    const config = { profile: documentedProfile, baseUrl: 'https://bank.example', ...sandbox.credentials, clock, http }
    read(createClient(config).user({ userUuid: owner.uuid }).items.all())
    expect(tape.flatMap(({ response }) => Object.keys(response?.headers ?? {}))).not.toContain('date')
    const later = createVirtualClock({ start: Date.UTC(2031, 0, 1) })
    const { user } = createClient({
      ...config,
      clock: later,
      http: replayHttp(tape),
    })
    expect(read(user({ externalUserId: 'any' }).items.all())).toHaveLength(2)
  })

  it('keeps the date that the service said with a token', () => {
    const date = 'Sun, 01 Feb 2026 00:00:00 GMT'
    const http = replayHttp(taped(() => of(json({ expires_at: null }, 200, { date })), get('/v2/items')))
    expect(hear(http(get('/v2/items'))).values[0]?.headers.date).toBe(date)
  })

  it('takes entries as they come from JSON, and refuses what is none', () => {
    const tape = taped(bodies({ status: 'a' }), get('/v2/items'))
    const again = JSON.parse(JSON.stringify(tape)) as ReadonlyArray<TapeEntry>
    expect(ask(replayHttp(again), get('/v2/items'))).toEqual({ status: 'a' })
    const wrong = [...again, { ...again[0], duration: -1 }] as ReadonlyArray<TapeEntry>
    expect(() => replayHttp(wrong)).toThrow('wrong configuration: tape/2/duration: expected milliseconds, 0 or more')
    expect(() => replayHttp([{ tape: 2 }] as never)).toThrow(
      'tape/1: expected tape format 1; update rxbank to read this newer format',
    )
    expect(() => replayHttp(again, { pace: -1 })).toThrow('pace: expected milliseconds, 0 or more')
  })
  it.each([null, undefined, {}, '', 7, { length: 0 }, Promise.resolve([])])('refuses a tape that is %p', (tape) => {
    const refused = new ConfigError({ issues: [{ path: '/tape', expected: 'a list of the entries of recordHttp' }] })
    expect(() => replayHttp(tape as never)).toThrow(refused)
  })

  it.each([null, 7, []])('refuses options that are %p', (config) => {
    expect(() => replayHttp([], config as never)).toThrow(ConfigError)
  })

  it.each(['/v2/stocks', '', 'https://'])('errors with a ConfigError for the URL %p, which is not absolute', (url) => {
    const http = replayHttp(taped(() => of(json({})), get('/v2/stocks')))
    expect(hear(http({ ...get('/v2/stocks'), url })).error).toMatchObject({
      _tag: 'ConfigError',
      issues: [{ path: '/url' }],
    })
  })
})
