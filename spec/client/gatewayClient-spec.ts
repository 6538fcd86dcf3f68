import { inspect } from 'node:util'
import { none } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import {
  BehaviorSubject,
  catchError,
  EMPTY,
  lastValueFrom,
  NEVER,
  type Observable,
  of,
  Subject,
  tap,
  toArray,
} from 'rxjs'
import {
  type ClientEvent,
  createGatewayClient,
  createVirtualClock,
  type GatewayClient,
  type GatewayConfig,
  type HttpRequest,
  type HttpResponse,
  isClientError,
  wireHeaders,
} from '../../lib/index.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import { marbles } from '../helpers/marbles.js'
import { json, page } from '../helpers/responses.js'

const begin = Date.UTC(2026, 0, 15, 12)
const httpDate = (ms: number): string => new Date(begin + ms).toUTCString()

/** What a stream has told so far: values, then its error or `done`. */
const reported = (stream: Observable<unknown>): ReadonlyArray<unknown> => {
  const seen: Array<unknown> = []
  stream.subscribe({
    next: (value) => seen.push(value),
    error: (error) => seen.push(error),
    complete: () => seen.push('done'),
  })
  return seen
}

const handle = (name: string): string => `/v2/transactions?handle=${name}`
const transaction = { id: 1, updated_at: '2026-01-15T11:00:00.000Z' }
const refusal = (status: number, type: string, headers: Record<string, string> = {}) =>
  json({ type, message: 'no' }, status, headers)

/** Every stream that reads, each with the path that it asks for. */
const reads = (client: GatewayClient): ReadonlyArray<readonly [path: string, stream: Observable<unknown>]> => {
  const user = client.user()
  return [
    ['/v2/banks?limit=5', client.banks.pages({ limit: 5 })],
    ['/v2/categories', client.categories.pages({ language: 'fr' })],
    ['/v2/accounts', user.accounts.all()],
    ['/v2/items', user.items.pages()],
    ['/v2/items/7/refresh/status', user.items.refreshStatus(7)],
    ['/v2/items/7/refresh/status', user.items.watchRefresh(7)],
    ['/v2/stocks', user.stocks.navigate(EMPTY)],
    ['/v2/stocks/8', user.stocks.get(8)],
    ['/v2/stocks/updated?since=2026-01-15T12%3A00%3A00.000Z', user.stocks.updated({ since: new Date(begin) }).all()],
    ['/v2/transactions?limit=500', user.transactions.pages({ limit: 500 })],
    ['/v2/transactions/updated?limit=500', user.transactions.watchUpdated()],
    ['/v2/connect/items/add/url', user.bankForm.url()],
    ['/v2/connect/items/edit/url?item_id=7', user.bankForm.url({ itemId: 7 })],
  ]
}

describe('a client of a gateway', () => {
  /** A client of a gateway that answers by a script, under virtual time, and what it was asked. */
  const atGateway = (
    answer: (request: HttpRequest, call: number) => HttpResponse | Observable<HttpResponse>,
    config: Partial<GatewayConfig> = {},
  ) => {
    const clock = createVirtualClock({ start: begin })
    const asked: Array<HttpRequest> = []
    const client = createGatewayClient({
      profile: documentedProfile,
      gateway: 'https://app.example/api/bank',
      clock,
      random: () => 0.5,
      http: (request) => {
        const answered = answer(request, asked.push(request) - 1)
        return 'subscribe' in answered ? answered : of(answered)
      },
      ...config,
    })
    const events: Array<ClientEvent> = []
    client.events$.subscribe((event) => events.push(event))
    return { asked, client, clock, events, paths: () => asked.map(({ url }) => url.replace('https://app.example', '')) }
  }

  describe('its requests', () => {
    it('asks under the prefix of the gateway, by GET, with the cookies, and with nothing that proves who asks', () => {
      const { asked, client, paths } = atGateway(() => NEVER)
      for (const [, stream] of reads(client)) reported(stream)
      expect(paths()).toEqual(reads(client).map(([path]) => `/api/bank${path}`))
      const background = new Set(['/api/bank/v2/transactions/updated?limit=500'])
      for (const [index, request] of asked.entries()) {
        expect([request.method, request.body, request.cookies]).toEqual(['GET', none, true])
        const isWatched = index === 5 || background.has(paths()[index] ?? '')
        expect(wireHeaders(request)).toEqual({
          Accept: 'application/json',
          'RxBank-Gateway': isWatched ? 'background' : 'interactive',
          ...(index === 1 ? { 'Accept-Language': 'fr' } : {}),
        })
      }
    })

    it.each(['2015-01-01', '2016-01-18', '2021-06-01'])(
      'has no id to send at the API version of %s',
      (serviceVersion) => {
        const { asked, client } = atGateway(() => page([]), { serviceVersion })
        expect(reported(client.user().transactions.pages()).at(-1)).toBe('done')
        expect(reported(client.banks.all())).toEqual(['done'])
        expect(inspect(asked, { depth: 12 })).not.toMatch(/client|authorization|version/i)
      },
    )

    it('has what the API version has', () => {
      const { asked, client } = atGateway(() => page([]), { serviceVersion: '2015-01-01' })
      expect(reported(client.user().stocks.all())).toMatchObject([
        { _tag: 'UnsupportedByVersion', since: '2016-01-18' },
      ])
      expect(asked).toEqual([])
    })

    it('has no token, no users and no password to change', () => {
      const { client } = atGateway(() => NEVER)
      expect(Object.keys(client).sort()).toEqual([
        'all',
        'banks',
        'categories',
        'changes',
        'events$',
        'filters',
        'pages',
        'poll',
        'send',
        'sync',
        'user',
      ])
      expect(Object.keys(client.user())).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/token|invalidate|changePassword/)]),
      )
    })

    it.each([{ externalUserId: 'A6J' }, { userUuid: 'c2a26c9e-dc23-4f67-b887-bbae0f26c415' }, null, 'A6J'])(
      'takes no identity, such as %j: the gateway knows who it is',
      (identity) => {
        const { asked, client } = atGateway(() => NEVER)
        const user = client.user as (identity: unknown) => unknown
        expect(() => user(identity)).toThrow(
          'wrong configuration: identity: expected no value: the gateway knows who the user is',
        )
        expect(asked).toEqual([])
      },
    )

    it('is known by its type: what it has not cannot be written', () => {
      const { client } = atGateway(() => NEVER)
      // @ts-expect-error it has no token
      expect(client.user().token$).toBeUndefined()
      // @ts-expect-error it has no users
      expect(client.users).toBeUndefined()
      // @ts-expect-error it takes no identity
      expect(() => client.user({ externalUserId: 'A6J' })).toThrow('identity')
      // @ts-expect-error it takes no secret
      expect(() => createGatewayClient({ gateway: 'https://app.example', clientSecret: 's3cr3t' })).toThrow(
        'clientSecret',
      )
    })

    it('follows the handles that stand for links, byte for byte, under the prefix', () => {
      const { client, paths } = atGateway((_, call) =>
        call < 2 ? page([{ ...transaction, id: call }], handle(`h%7E${String(call)}+=`)) : page([]),
      )
      expect(reported(client.user().transactions.pages({ limit: 1 })).at(-1)).toBe('done')
      expect(paths()).toEqual([
        '/api/bank/v2/transactions?limit=1',
        '/api/bank/v2/transactions?handle=h%7E0+=',
        '/api/bank/v2/transactions?handle=h%7E1+=',
      ])
    })

    it.each([
      'https://evil.example/v2/transactions?handle=1',
      '//evil.example/v2/x',
      '/v2/../../admin?x',
      '/elsewhere',
    ])('does not follow %s out of it', (link) => {
      const { asked, client } = atGateway(() => page([transaction], link))
      expect(reported(client.user().transactions.pages()).at(-1)).toMatchObject({
        _tag: 'PagingError',
        reason: 'foreign-address',
      })
      expect(asked).toHaveLength(1)
    })

    it('shows one page at a time, back and forth', () => {
      const commands$ = new Subject<'next' | 'previous'>()
      const { client, paths } = atGateway(({ url }) =>
        url.includes('handle=2') ? page([transaction], null, handle('1')) : page([transaction], handle('2')),
      )
      reported(client.user().transactions.navigate(commands$, { limit: 1 }))
      commands$.next('next')
      commands$.next('previous')
      expect(paths().map((path) => path.replace(/.*\?/, ''))).toEqual(['limit=1', 'handle=2', 'handle=1'])
    })

    it('reads what the caller describes', () => {
      const { asked, client } = atGateway(({ url }) =>
        url.includes('/v2/banks') ? page([{ id: 1 }]) : json({ id: 7 }),
      )
      const line = { operation: 'own', method: 'GET', access: 'user' } as const
      const list = { ...line, path: '/v2/banks', resource: t.type({ id: t.number }) }
      const one = { ...line, path: '/v2/stocks/7', codec: t.type({ id: t.number }) }
      expect(reported(client.send(one))).toEqual([{ id: 7 }, 'done'])
      expect(reported(client.all(list))).toEqual([{ id: 1 }, 'done'])
      expect(reported(client.user().send(one))).toEqual([{ id: 7 }, 'done'])
      expect(reported(client.user().all(list))).toEqual([{ id: 1 }, 'done'])
      expect(new Set(asked.map(({ headers }) => JSON.stringify(headers))).size).toBe(1)
    })
  })

  describe('whose gateway refuses', () => {
    it.each<[string, (client: GatewayClient) => Observable<unknown>]>([
      ['a list', (client) => client.user().transactions.pages()],
      ['a watcher', (client) => client.user().transactions.watchUpdated({ every: 1000 })],
      ['a refresh that is watched', (client) => client.user().items.watchRefresh(7)],
    ])('if nobody is logged in, %s ends at once', (_, streamOf) => {
      marbles(({ cold, expectObservable, expectSubscriptions, clock: time }) => {
        const answer = cold('2s (a|)', { a: refusal(401, 'unauthorized') })
        const asking = createGatewayClient({
          profile: documentedProfile,
          gateway: 'https://app.example/api/bank',
          clock: time,
          random: () => 0.5,
          http: () => answer,
        })
        const error$ = streamOf(asking).pipe(
          catchError((error: unknown) => of(isClientError(error) ? error.message : error)),
        )
        expectObservable(error$).toBe('2s (m|)', { m: expect.stringContaining('with a gateway, log in') })
        expectSubscriptions(answer.subscriptions).toBe('^ 1999ms !')
      })
    })

    it('a 401 of the app’s own login ends a watcher too, whatever its body; a page of a firewall does not', () => {
      const seen = [401, 403].map((status) => {
        const body = '<html>Log in</html>'
        const { client } = atGateway(() => ({ status, headers: { 'content-type': 'text/html' }, body }))
        return reported(client.user().transactions.watchUpdated({ every: 60_000 }))
      })
      expect(seen).toMatchObject([[{ _tag: 'StatusError', status: 401 }], []])
    })

    it.each([400, 404, 410])('a watcher begins its round again if a handle is dead, with %d', (status) => {
      const { client, clock, events, paths } = atGateway((_, call) => {
        if (call === 1) return refusal(status, 'handle_lost')
        return call === 0 || call === 2
          ? page([{ ...transaction, id: call }], '/v2/transactions/updated?handle=1', null, { date: httpDate(0) })
          : page([], null, null, { date: httpDate(0) })
      })
      const batches: Array<unknown> = []
      const ids = client
        .user()
        .transactions.watchUpdated({ every: 60_000 })
        .pipe(tap(({ resources }) => batches.push(resources.map(({ id }) => id))))
      reported(ids)
      expect(paths().map((path) => path.replace('/api/bank/v2/transactions/updated', ''))).toEqual([
        '?limit=500',
        '?handle=1',
        '?limit=500',
        '?handle=1',
      ])
      expect(batches).toEqual([[0], [2], []])
      expect(events.filter(({ _tag }) => _tag === 'Restarted')).toHaveLength(1)
      clock.advance(60_000)
      expect(paths()).toHaveLength(5)
    })

    it('a list errors if a handle is dead, and says what to do', () => {
      const { client } = atGateway((_, call) =>
        call === 0 ? page([transaction], handle('1')) : refusal(410, 'handle_lost'),
      )
      const error = reported(client.user().transactions.pages()).at(-1) as Error
      expect(error.message).toBe(
        'transactions.list (page 2): 410 handle_lost: the page is no longer there; read the list from its first page',
      )
    })

    it('is asked again after the time that it names, in a list and in a watcher', () => {
      const busy = refusal(429, 'too_many_requests', { 'retry-after': '7' })
      const { asked, client, clock } = atGateway((_, call) => (call === 0 ? busy : page([transaction])))
      const seen = reported(client.user().transactions.all())
      clock.advance(6999)
      expect([asked.length, seen]).toEqual([1, []])
      clock.advance(7000)
      expect(asked).toHaveLength(2)
      expect(seen.at(-1)).toBe('done')
    })

    it('is spared after a storm of failures', () => {
      const { asked, client, clock } = atGateway(() => refusal(502, 'service_failed'), { retry: { count: 0 } })
      for (let n = 0; n < 30; n++) reported(client.user().items.pages())
      clock.advance(500)
      expect(asked).toHaveLength(20)
    })

    it('is given up on if it does not answer', () => {
      const { client, clock } = atGateway(() => NEVER, { timeout: 5000, retry: { count: 0 } })
      const seen = reported(client.user().items.pages())
      clock.advance(5000)
      expect(seen).toMatchObject([{ _tag: 'TimeoutError', timeout: 5000 }])
    })
  })

  describe('with its options', () => {
    it('requests news from the moment that the answer had, if rows name a later one', () => {
      const early = { ...transaction, updated_at: '2026-01-15T17:00:00.000Z' }
      const { client, clock, paths } = atGateway(() => page([early], null, null, { date: httpDate(0) }))
      reported(client.user().transactions.watchUpdated({ overlap: 0, every: 60_000 }))
      clock.advance(60_000)
      expect(paths()[1]).toContain('since=2026-01-15T12%3A00%3A00.000Z')
    })

    it.each([
      [httpDate(0), '2026-01-15T12%3A00%3A00.000Z'],
      ['unknown', '2026-01-15T15%3A00%3A00.000Z'],
    ])(
      'goes by the time that the gateway has of the service (%s), not by that of a server between',
      (reported, since) => {
        const row = { ...transaction, updated_at: '2026-01-15T15:00:00.000Z' }
        const headers = { date: httpDate(99_000_000), 'rxbank-date': reported }
        const { client, clock, paths } = atGateway(() => page([row], null, null, headers))
        client.user().transactions.watchUpdated({ overlap: 0, every: 60_000 }).subscribe()
        clock.advance(60_000)
        expect(paths()[1]).toContain(`since=${since}`)
      },
    )

    it('asks nothing unasked while it is not active', () => {
      const active$ = new BehaviorSubject(false)
      const { asked, client } = atGateway(() => page([]), { active$ })
      reported(client.user().transactions.watchUpdated())
      expect(asked).toEqual([])
      reported(client.user().transactions.all())
      expect(asked).toHaveLength(1)
      active$.next(true)
      expect(asked).toHaveLength(2)
    })

    it('has no name for its user: a store needs a key', () => {
      const saved: Array<string> = []
      const store = {
        load: () => of(none),
        save: (key: string) => {
          saved.push(key)
          return of(undefined)
        },
      }
      const { asked, client } = atGateway(() => page([transaction], null, null, { date: httpDate(0) }))
      const watch = (key?: string) =>
        client.user().transactions.watchUpdated({ store, process: () => EMPTY, ...(key === undefined ? {} : { key }) })
      expect(reported(watch())).toMatchObject([{ _tag: 'ConfigError', issues: [{ path: '/key' }] }])
      expect(asked).toEqual([])
      reported(watch('mine'))
      expect(saved).toEqual(['mine'])
    })

    it('lets the bank form go elsewhere in the sandbox alone', () => {
      const form = json({ redirect_url: 'https://bank.example/form' })
      const to = { redirectUrl: 'https://app.example/connected' }
      expect(
        reported(
          atGateway(() => form)
            .client.user()
            .bankForm.url(to),
        ),
      ).toMatchObject([{ _tag: 'ConfigError' }])
      const { client, paths } = atGateway(() => form, { environment: 'sandbox' })
      expect(reported(client.user().bankForm.url(to))).toEqual(['https://bank.example/form', 'done'])
      expect(paths()[0]).toContain('redirect_url=https%3A%2F%2Fapp.example%2Fconnected')
    })

    it('sends headers that a server gives it, unseen: those of the call go first, that of the gateway before all', () => {
      const headers = { Cookie: 'session=canary-77', 'Accept-Language': 'en', 'X-Trace': '1', 'rxbank-gateway': 'x' }
      const { asked, client, events } = atGateway(() => page([]), { headers })
      reported(client.categories.all({ language: 'fr', headers: { 'x-trace': '2', 'RxBank-Gateway': 'background' } }))
      expect(asked.map(wireHeaders)).toEqual([
        {
          Accept: 'application/json',
          Cookie: 'session=canary-77',
          'Accept-Language': 'fr',
          'x-trace': '2',
          'RxBank-Gateway': 'interactive',
        },
      ])
      expect(inspect([asked, events, client], { depth: 12, showHidden: true })).not.toContain('canary-77')
    })

    it('takes no cookie for a call', () => {
      const { asked, client } = atGateway(() => page([]))
      expect(reported(client.banks.all({ headers: { Cookie: 'session=1' } }))).toMatchObject([{ _tag: 'ConfigError' }])
      expect(asked).toEqual([])
    })

    it('types resources by codecs of the caller', async () => {
      const named = t.type({ id: t.number, name: t.string })
      const client = createGatewayClient({
        profile: documentedProfile,
        gateway: 'https://app.example/api/bank',
        codecs: { bank: named },
        http: () => of(page([{ id: 1, name: 'A bank' }])),
      })
      const banks = await lastValueFrom(client.banks.all().pipe(toArray()))
      const names: ReadonlyArray<string> = banks.map(({ name }) => name)
      expect(names).toEqual(['A bank'])
    })
  })
})
