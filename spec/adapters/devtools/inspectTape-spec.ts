import { inspect as print } from 'node:util'
import { none, some } from 'fp-ts/lib/Option.js'
import { from, lastValueFrom, of } from 'rxjs'
import { bridge2025 } from '../../../lib/bridge.js'
import { type Inspection, inspectTape, type InspectTapeConfig, toHar } from '../../../lib/devtools.js'
import { type ClientConfig, createClient, createVirtualClock } from '../../../lib/index.js'
import { createSandbox, dialect2025 } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { recordHttp, type TapeEntry } from '../../../lib/tape.js'
import { marbles } from '../../helpers/marbles.js'
import fc from '../../support/fastCheck.js'

const start = Date.UTC(2026, 0, 1)
const at = (ms: number): Date => new Date(start + ms)

/** A client under a virtual clock, each of whose answers takes 100 ms, and its tape. */
const recorded = (config: Partial<ClientConfig> = {}) => {
  const tape: Array<TapeEntry> = []
  const clock = createVirtualClock({ start })
  const isV3 = config.profile !== undefined
  const sandbox = createSandbox({
    profile: documentedProfile,
    clock,
    transactions: 900,
    ...(isV3 && { dialect: dialect2025, profile: bridge2025 }),
  })
  sandbox.faults.add({ kind: 'latency', ms: 100, times: Infinity })
  const { credentials, http, users } = sandbox
  const recording = recordHttp(http, { next: (entry) => tape.push(entry) }, { clock })
  const own = { baseUrl: 'https://bank.example', clock, http: recording, random: () => 0.5, ...config }
  const client = createClient({ profile: documentedProfile, ...credentials, ...own })
  return { tape, clock, sandbox, client, user: client.user({ externalUserId: users[0]?.externalUserId ?? '' }) }
}

const inspected = (tape: ReadonlyArray<TapeEntry>, config?: InspectTapeConfig): Inspection => {
  const seen: Array<Inspection> = []
  from(tape)
    .pipe(inspectTape(config))
    .subscribe((inspection) => seen.push(inspection))
  expect(seen).toHaveLength(1)
  return seen[0] as Inspection
}

const facts = ({ requests }: Inspection) =>
  requests.map(({ number, operation, page, cause, outcome }) => [number, operation, page, cause, outcome])

const entry = (number: number, ms: number, url: string, more: Partial<TapeEntry> = {}): TapeEntry => ({
  tape: 1,
  number,
  time: at(ms).toISOString(),
  duration: 100,
  request: { method: 'GET', url },
  response: { status: 200, headers: {}, json: {} },
  ...more,
})

describe('inspectTape', () => {
  it.each([
    ['default', {}, {}],
    ['bridge2025', { profile: bridge2025 }, { profiles: [bridge2025] }],
  ])('has the requests of a tape with operations, pages and causes: %s', (_name, config, read) => {
    const { tape, clock, user } = recorded(config as unknown as Partial<ClientConfig>)
    user.transactions.pages({ limit: 500 }).subscribe()
    clock.advance(1000)
    const inspection = inspected(tape, read)
    expect(facts(inspection)).toStrictEqual([
      [1, 'authenticate', none, { _tag: 'Prerequisite', request: 2 }, 'answered'],
      [2, 'transactions.list', some(1), { _tag: 'Unknown' }, 'answered'],
      [3, 'transactions.list', some(2), { _tag: 'NextPage', request: 2 }, 'answered'],
    ])
    expect(inspection.requests[2]).toMatchObject({
      method: 'GET',
      time: at(200),
      end: some(at(300)),
      attempts: [{ time: at(200), response: some({ status: 200, duration: 100 }), retry: none }],
    })
    expect(inspection.tokens).toStrictEqual([{ time: at(100), expiresAt: expect.any(Date), request: 1 }])
    expect(inspection.tokens[0]?.expiresAt.getTime()).toBeGreaterThan(at(1000).getTime())
    expect(inspection.last).toStrictEqual(some(at(300)))
  })

  it('has a request that was sent again as one with its attempts', () => {
    const { tape, clock, sandbox, client } = recorded()
    sandbox.faults.add({ kind: 'status', status: 503, on: 'banks' })
    client.banks.pages({ limit: 500 }).subscribe()
    clock.advance(20_000)
    const { requests } = inspected(tape)
    const delay = Date.parse(tape[1]?.time ?? '') - start - 100
    expect(requests).toHaveLength(3)
    expect(requests[0]).toMatchObject({ number: 1, outcome: 'answered', page: some(1) })
    expect(requests[0]?.attempts).toStrictEqual([
      { time: at(0), response: some({ status: 503, duration: 100 }), retry: some({ error: 'StatusError 503', delay }) },
      { time: at(100 + delay), response: some({ status: 200, duration: 100 }), retry: none },
    ])
    expect(requests[1]?.cause).toStrictEqual({ _tag: 'NextPage', request: 1 })
  })

  it('tells what failed, what was unsubscribed from, and what is not sent again', () => {
    const error = { _tag: 'NetworkError', code: 'ECONNRESET' }
    const { response, ...unanswered } = entry(4, 900, '/v2/stocks')
    expect(response).toBeDefined()
    const { requests } = inspected([
      entry(1, 0, '/v2/banks', { response: { status: 400, headers: {} } }),
      entry(2, 300, '/v2/banks'),
      { ...unanswered, number: 3, request: { method: 'GET', url: '/v2/items' }, error },
      unanswered,
      entry(5, 950, '/v2/items'),
    ])
    expect(requests.map(({ number, outcome, attempts }) => [number, outcome, attempts.length])).toStrictEqual([
      [1, 'failed', 1],
      [2, 'answered', 1],
      [3, 'failed', 1],
      [4, 'unsubscribed', 1],
      [5, 'answered', 1],
    ])
    expect(requests[2]?.attempts[0]?.response).toStrictEqual(none)
  })

  it('takes what comes long after a failure for another request, unless the service has asked for that', () => {
    const failing = (number: number, ms: number, headers = {}) =>
      entry(number, ms, '/v2/items', { response: { status: 429, headers } })
    const attempts = (...tape: ReadonlyArray<TapeEntry>) =>
      inspected(tape).requests.map(({ attempts: { length } }) => length)
    expect(attempts(failing(1, 0), entry(2, 60_100, '/v2/items'))).toStrictEqual([2])
    expect(attempts(failing(1, 0), entry(2, 60_101, '/v2/items'))).toStrictEqual([1, 1])
    expect(attempts(failing(1, 0, { 'retry-after': '300' }), entry(2, 300_000, '/v2/items'))).toStrictEqual([2])
    const date = 'Thursday, 01-Jan-26 00:05:00 GMT'
    expect(attempts(failing(1, 0, { 'retry-after': date }), entry(2, 300_000, '/v2/items'))).toStrictEqual([2])
    expect(attempts(failing(1, 0, { 'retry-after': 'later' }), entry(2, 300_000, '/v2/items'))).toStrictEqual([1, 1])
  })

  it('keeps the latest attempts of a request', () => {
    const tape = Array.from({ length: 60 }, (_, index) =>
      entry(index + 1, index * 1000, '/v2/items', { response: { status: 503, headers: {} } }),
    )
    const [request] = inspected(tape).requests
    expect([request?.attempts.length, request?.attempts.at(-1)?.time]).toStrictEqual([50, at(59_000)])
  })

  it('tells pages of several users apart, and has no number for a page whose first is not there', () => {
    const list = (number: number, user: string, url: string, next?: string): TapeEntry =>
      entry(number, number * 200, url, {
        request: { method: 'GET', url, user },
        response: { status: 200, headers: {}, json: { resources: [], pagination: { next_uri: next ?? null } } },
      })
    const { requests } = inspected([
      list(1, 'a', '/v2/stocks', '/v2/stocks?after=x'),
      list(2, 'b', '/v2/stocks', '/v2/stocks?after=x'),
      list(3, 'b', '/v2/stocks?after=x'),
      list(4, 'a', '/v2/stocks?after=x'),
      list(5, 'a', '/v2/stocks?after=y', 'https://['),
    ])
    expect(requests.slice(2).map(({ page, cause }) => [page, cause])).toStrictEqual([
      [some(2), { _tag: 'NextPage', request: 2 }],
      [some(2), { _tag: 'NextPage', request: 1 }],
      [none, { _tag: 'Unknown' }],
    ])
  })

  it('keeps the latest, and says how many it has not', () => {
    const tape = Array.from({ length: 10 }, (_, index) => entry(index + 1, index, `/v2/stocks/${String(index)}`))
    const { requests, dropped } = inspected(tape, { history: 3 })
    expect([requests.map(({ number }) => number), dropped]).toStrictEqual([[8, 9, 10], 7])
  })

  it('is empty for an empty tape', () => {
    expect(inspected([])).toMatchObject({ requests: [], tokens: [], last: none, dropped: 0 })
  })

  it('errors for a time that is none, and as its source does', () => {
    const wrong = lastValueFrom(of(entry(1, 0, '/v2/a'), entry(2, 0, '/v2/a', { time: 'never' })).pipe(inspectTape()))
    return expect(wrong).rejects.toMatchObject({ _tag: 'ConfigError', issues: [{ path: '/tape/2/time' }] })
  })

  it.each([
    ['--a-b-|', '------(x|)', '^-----!'],
    ['--a-#', '----#', '^---!'],
    ['--a-----', '--------', '^------!'],
  ])('emits once when %s has ended, and no sooner', (diagram, expected, subscription) => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const entries = { a: entry(1, 0, '/v2/a'), b: entry(2, 200, '/v2/b') }
      const source = cold(diagram, entries)
      const inspection = inspected(Object.values(entries))
      expectObservable(source.pipe(inspectTape()), '^------!').toBe(expected, { x: inspection })
      expectSubscriptions(source.subscriptions).toBe(subscription)
    })
  })

  it.each([
    [{ history: 0 }, '/history'],
    [{ profiles: [{}] }, '/profiles'],
    [{ profile: {} }, '/profile'],
  ])('refuses %j', (config, path) => {
    expect(() => inspectTape(config as never)).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ path })] }) as Error,
    )
  })

  it('keeps nothing of rows, cursors, users and tokens', () => {
    const { tape, clock, user } = recorded()
    user.transactions.pages({ limit: 500 }).subscribe()
    user.accounts.pages().subscribe()
    clock.advance(2000)
    const reported = print([inspected(tape), toHar(inspected(tape))], { depth: Infinity, maxArrayLength: null })
    const { access_token = '' } = (tape[0]?.response?.json ?? {}) as { readonly access_token?: string }
    const users = tape.flatMap(({ request }) => request.user ?? [])
    const cursors = tape.flatMap(
      ({ request }) => new URL(request.url, 'https://a.example').searchParams.get('after') ?? [],
    )
    const rows = JSON.stringify(tape).match(/"description":"[^"]+"/g) ?? []
    const canaries = [access_token, ...users, ...cursors, ...rows.map((row) => row.slice(15, -1))]
    expect(canaries.length).toBeGreaterThan(900)
    for (const canary of canaries.filter(({ length }) => length > 5)) expect(reported).not.toContain(canary)
  })

  it('takes any tape: each exchange is an attempt, and each cause a request before or after', () => {
    const url = fc.constantFrom('/v2/banks', '/v2/banks?after=a', '/v2/stocks', '/v2/authenticate', '/v2/zz')
    const json = fc.constantFrom<unknown>(
      {},
      { pagination: { next_uri: '/v2/banks?after=a' } },
      { access_token: 't', expires_at: '2026-01-01T00:00:00Z', user: { uuid: 'u' } },
      { expires_at: 5, user: { uuid: 5 }, pagination: 5 },
    )
    const any = fc.record({
      ms: fc.integer({ min: 0, max: 5000 }),
      duration: fc.integer({ min: 0, max: 500 }),
      request: fc.record({ url, user: fc.constantFrom('u', 'v') }),
      status: fc.constantFrom(200, 401, 404, 429, 503),
      json,
    })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 30 }), (list) => {
        const tape = list.map(({ ms, duration, request, status, json: body }, index) =>
          entry(index + 1, ms, request.url, {
            duration,
            request: { method: 'GET', ...request },
            response: { status, headers: {}, json: body },
          }),
        )
        const { requests } = inspected(tape)
        const numbers = requests.map(({ number }) => number)
        expect(requests.flatMap(({ attempts }) => attempts)).toHaveLength(tape.length)
        for (const { number, cause } of requests) {
          if (cause._tag === 'NextPage') expect(cause.request).toBeLessThan(number)
          if ('request' in cause) expect(numbers).toContain(cause.request)
        }
      }),
    )
  })
})
