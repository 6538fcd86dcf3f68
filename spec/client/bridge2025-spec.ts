import { isNone, isSome, some } from 'fp-ts/lib/Option.js'
import { concatMap, firstValueFrom, lastValueFrom, type Observable, of, toArray } from 'rxjs'
import {
  bridge2018,
  bridge2021,
  bridge2025,
  type Bridge2025Resources,
  connectSession,
  userManagementSession,
} from '../../lib/bridge.js'
import {
  classifyChanges,
  type Client,
  createClient,
  documentedProfile,
  type HttpRequest,
  type HttpResponse,
  reveal,
  type ServiceProfile,
  type UserClient,
} from '../../lib/index.js'
import { account2025, item2025, provider2025, stock2025, transaction2025 } from '../fixtures/bridge2025.js'
import { json } from '../helpers/responses.js'
import { lastingToken } from '../helpers/scripted.js'

const uuid = 'c2a26c9e-dc23-4f67-b887-bbae0f26c415'

/** A page as the API version sends it: what has no value is left out. */
const page = (resources: ReadonlyArray<unknown>, next_uri?: string) =>
  json({ resources, pagination: next_uri === undefined ? {} : { next_uri } })

interface Service {
  readonly client: Client<Bridge2025Resources>
  readonly user: UserClient<Bridge2025Resources>
  readonly asked: ReadonlyArray<HttpRequest>
  /** Methods and addresses, without their origin. */
  readonly lines: () => ReadonlyArray<string>
}

/** A client of a service that answers all requests by a script. */
const service = (answer: (request: HttpRequest) => HttpResponse): Service => {
  const asked: Array<HttpRequest> = []
  const client = createClient({
    profile: bridge2025,
    clientId: 'id',
    clientSecret: 'secret',
    retry: { count: 0 },
    http: (request) => {
      asked.push(request)
      return of(answer(request))
    },
  })
  return {
    client,
    user: client.user({ token$: of(lastingToken()) }),
    asked,
    lines: () => asked.map(({ method, url }) => `${method} ${url.replace('https://api.bridgeapi.io', '')}`),
  }
}

const shown = (value: unknown): unknown => (typeof value === 'object' ? reveal(value as never) : value)

describe('a client as of 2025-01-15', () => {
  it('says its API version, and proves the application on every call, also beside a token', async () => {
    const { client, user, asked } = service(() => page([]))
    for (const pages$ of [client.banks.pages(), client.users.pages(), user.accounts.pages()])
      await lastValueFrom(pages$ as Observable<unknown>)
    const [banks, users, accounts] = asked.map(({ headers }) =>
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, shown(value)])),
    )
    const application = { 'Bridge-Version': '2025-01-15', 'Client-Id': 'id', 'Client-Secret': 'secret' }
    expect(banks).toMatchObject(application)
    expect(users).toMatchObject(application)
    expect(accounts).toMatchObject({ ...application, Authorization: 'Bearer a-token' })
  })

  it('requests a token at its place, by what names the user', async () => {
    const user = { uuid }
    const answer = { access_token: 'token', expires_at: '9999-12-31T00:00:00.000Z', user }
    const { client, asked, lines } = service(() => json(answer))
    const token = await firstValueFrom(client.user({ externalUserId: 'A6J' }).token$)
    expect(token.user).toStrictEqual(user)
    expect(lines()).toEqual(['POST /v3/aggregation/authorization/token'])
    expect(asked.map(({ body }) => (isSome(body) ? reveal(body.value) : null))).toEqual(['{"external_user_id":"A6J"}'])
  })

  it('creates, finds and deletes users', async () => {
    const { client, lines } = service(({ method }) =>
      method === 'GET'
        ? page([{ uuid }])
        : method === 'POST'
          ? json({ uuid }, 201)
          : { status: 204, headers: {}, body: '' },
    )
    expect(await lastValueFrom(client.users.create({ externalUserId: 'A6J' }))).toStrictEqual({ uuid })
    expect(await lastValueFrom(client.users.all({ externalUserId: 'A6J' }))).toStrictEqual({ uuid })
    await lastValueFrom(client.users.delete(uuid))
    expect(lines()).toEqual([
      'POST /v3/aggregation/users',
      'GET /v3/aggregation/users?external_user_id=A6J',
      `DELETE /v3/aggregation/users/${uuid}`,
    ])
  })

  it('reads one of each by its id', async () => {
    const rows = { accounts: account2025, items: item2025, providers: provider2025, stocks: stock2025 }
    const more = { transactions: transaction2025, categories: { id: 3, name: 'Salary', parent_id: 2 } }
    const { client, user, asked, lines } = service(({ url }) => {
      const [, list = ''] = /(\w+)\/\d+$/.exec(url) ?? []
      return json({ ...rows, ...more }[list])
    })
    const account: Bridge2025Resources['account'] = await lastValueFrom(user.accounts.get(48178048))
    const transaction: Bridge2025Resources['transaction'] = await lastValueFrom(user.transactions.get(33000191035700))
    const provider: Bridge2025Resources['bank'] = await lastValueFrom(client.banks.get(574))
    expect([account.instant_balance, transaction.operation_type, provider.group_name]).toEqual([
      1463.89,
      'card',
      'Demo',
    ])
    expect((await lastValueFrom(user.items.get(10154848))).last_try_refresh).toBeInstanceOf(Date)
    expect((await lastValueFrom(user.stocks.get(1510467))).deleted).toBe(false)
    expect((await lastValueFrom(client.categories.get(3, { language: 'fr' }))).parent_id).toBe(2)
    expect(lines()).toEqual([
      'GET /v3/aggregation/accounts/48178048',
      'GET /v3/aggregation/transactions/33000191035700',
      'GET /v3/providers/574',
      'GET /v3/aggregation/items/10154848',
      'GET /v3/aggregation/stocks/1510467',
      'GET /v3/aggregation/categories/3',
    ])
    expect(asked.at(-1)?.headers).toMatchObject({ 'Accept-Language': 'fr' })
  })

  it('opens a session to connect a bank', async () => {
    const url = 'https://connect.bridgeapi.io/session/7'
    const { user, asked, lines } = service(() => json({ id: '7', url }, 201))
    const { url: address } = await lastValueFrom(
      user.send(connectSession({ userEmail: 'a@b.example', countryCode: 'FR', accountTypes: 'all' })),
    )
    expect(address).toBe(url)
    expect(lines()).toEqual(['POST /v3/aggregation/connect-sessions'])
    expect(asked.map(({ body }) => (isSome(body) ? (JSON.parse(reveal(body.value)) as unknown) : null))).toEqual([
      { user_email: 'a@b.example', country_code: 'FR', account_types: 'all' },
    ])
  })

  it('opens a session in which a user manages all banks', async () => {
    const url = 'https://connect.bridgeapi.io/manage/7'
    const { user, asked, lines } = service(() => json({ id: '7', url }, 201))
    expect(await lastValueFrom(user.send(userManagementSession({ accountTypes: 'all', context: 'visit-7' })))).toEqual({
      id: '7',
      url,
    })
    await lastValueFrom(user.send(userManagementSession()))
    expect(lines()).toEqual(Array(2).fill('POST /v3/aggregation/user-management-sessions'))
    expect(asked.map(({ body }) => (isSome(body) ? (JSON.parse(reveal(body.value)) as unknown) : null))).toEqual([
      { account_types: 'all', context: 'visit-7' },
      {},
    ])
  })

  it.each([documentedProfile, bridge2018, bridge2021])('has sessions that $name does not have', async (profile) => {
    const sent: Array<HttpRequest> = []
    const http = (request: HttpRequest) => {
      sent.push(request)
      return of(json({}))
    }
    const client: Client = createClient({
      baseUrl: 'https://bank.example',
      clientId: 'id',
      profile: profile as ServiceProfile,
      http,
    })
    const user = client.user({ token$: of(lastingToken()) })
    for (const session of [connectSession({ itemId: 7 }), userManagementSession()])
      await expect(lastValueFrom(user.send(session))).rejects.toMatchObject({
        _tag: 'UnspecifiedOperation',
        operation: session.operation,
        key: `paths.${session.operation}`,
      })
    expect(sent).toEqual([])
  })

  it('does not have what the API version has no more', async () => {
    const { user, asked } = service(() => page([]))
    await expect(lastValueFrom(user.items.refreshStatus(1))).rejects.toMatchObject({ key: 'paths.refreshStatus' })
    await expect(lastValueFrom(user.items.watchRefresh(1))).rejects.toMatchObject({ _tag: 'UnspecifiedOperation' })
    await expect(lastValueFrom(user.bankForm.url())).rejects.toMatchObject({ key: 'paths.bankFormAdd' })
    expect(asked).toEqual([])
  })

  it('tells the code and the message of an error, in either form', async () => {
    const code = 'connect_session.callback_url_not_whitelisted'
    const bodies = [{ errors: [{ code, message: 'no' }] }, { code, message: 'no', property: 'callback_url' }]
    for (const body of bodies) {
      const { client } = service(() => json(body, 400))
      const error: unknown = await lastValueFrom(client.users.all()).catch((reason: unknown) => reason)
      expect(error).toMatchObject({ _tag: 'StatusError', status: 400, type: some(code) })
      expect(reveal((error as { readonly detail: { readonly value: never } }).detail.value)).toBe('no')
    }
  })
})

describe('the lists of a client as of 2025-01-15', () => {
  const since = new Date('2025-01-02T03:04:05.678Z')
  const moment = '2025-01-02T03%3A04%3A05.678Z'

  it('are narrowed by options, which types know', async () => {
    const { client, user, lines } = service(() => page([]))
    await lastValueFrom(user.transactions.pages({ since, until: since, minDate: '2025-01-01', limit: 9 }))
    await lastValueFrom(user.transactions.all({ maxDate: '2025-02-01', accountId: 7 }).pipe(toArray()))
    await lastValueFrom(user.stocks.pages({ since, accountId: 7 }))
    await lastValueFrom(user.accounts.pages({ itemId: 5 }))
    await lastValueFrom(client.banks.tree({ countryCodes: ['FR', 'ES'], segments: ['retail'] }))
    // @ts-expect-error a day is a text
    expect(() => user.transactions.pages({ minDate: 5 })).not.toThrow()
    // @ts-expect-error items have no such filter
    expect(() => user.items.pages({ itemId: 5 })).not.toThrow()
    expect(lines()).toEqual([
      `GET /v3/aggregation/transactions?since=${moment}&until=${moment}&min_date=2025-01-01&limit=9`,
      'GET /v3/aggregation/transactions?max_date=2025-02-01&account_id=7',
      `GET /v3/aggregation/stocks?since=${moment}&account_id=7`,
      'GET /v3/aggregation/accounts?item_id=5',
      'GET /v3/providers?country_code=FR%2CES&segment=retail&limit=500',
    ])
  })

  it.each([
    ['/minDate', { minDate: '2025-02-30' }],
    ['/since', { since: '2025-01-01' }],
    ['/accountId', { accountId: -1 }],
    ['/mindate', { mindate: '2025-01-01' }],
  ])('refuse %s that is wrong, and ask nothing', async (path, options) => {
    const { user, asked } = service(() => page([]))
    await expect(lastValueFrom(user.transactions.pages(options as object))).rejects.toMatchObject({
      _tag: 'ConfigError',
      issues: [{ path }],
    })
    expect(asked).toEqual([])
  })

  it('have those of an account by a parameter, whose links serve no other account', async () => {
    const { user, asked, lines } = service(() => page([], '/v3/aggregation/transactions?after=x&account_id=7'))
    const { next } = await firstValueFrom(user.accounts.transactions(7).pages({ minDate: '2025-01-01' }))
    if (isNone(next)) throw new Error('no link')
    await firstValueFrom(user.accounts.transactions(7).page(next.value))
    const count = asked.length
    for (const other of [user.accounts.transactions(8), user.transactions])
      await expect(lastValueFrom(other.page(next.value))).rejects.toMatchObject({ reason: 'foreign-link' })
    expect(asked).toHaveLength(count)
    expect(lines()).toEqual([
      'GET /v3/aggregation/transactions?account_id=7&min_date=2025-01-01',
      'GET /v3/aggregation/transactions?after=x&account_id=7',
    ])
  })

  it('tell what changed by the list itself', async () => {
    const { user, lines } = service(() => page([]))
    await lastValueFrom(user.transactions.updated({ since }).pages())
    await lastValueFrom(user.accounts.transactions(7).updated({ since }).pages({ limit: 2 }))
    await lastValueFrom(user.stocks.updated().pages())
    expect(lines()).toEqual([
      `GET /v3/aggregation/transactions?since=${moment}`,
      `GET /v3/aggregation/transactions?account_id=7&since=${moment}&limit=2`,
      'GET /v3/aggregation/stocks',
    ])
  })

  it('tell a row that was removed from one that was updated', async () => {
    const rows = [
      { ...transaction2025, deleted: true },
      { ...transaction2025, id: 2 },
    ]
    const { user } = service(() => page(rows))
    const classify = classifyChanges({ known: () => new Set(rows.map(({ id }) => id)) })
    const changes$ = user.transactions.watchUpdated().pipe(concatMap(classify))
    const { added, updated, removed } = await firstValueFrom(changes$)
    expect([added, updated, removed].map((all) => all.map(({ id }) => id))).toEqual([[], [2], [transaction2025.id]])
  })

  it.each([
    ['is missing', undefined],
    ['is the text null', 'null'],
    ['is empty', ''],
  ])('end if the next link %s', async (_, next) => {
    const { user, asked } = service(() => page([transaction2025], next))
    expect(await lastValueFrom(user.transactions.all().pipe(toArray()))).toHaveLength(1)
    expect(asked).toHaveLength(1)
  })

  it('have the categories inside one another, and banks below their groups', async () => {
    const nested = service(() => page([{ id: 2, name: 'Income', categories: [{ id: 3, name: 'Salary' }] }]))
    expect(await lastValueFrom(nested.client.categories.all().pipe(toArray()))).toEqual([
      { id: 2, name: 'Income' },
      { id: 3, name: 'Salary', parent_id: 2 },
    ])
    const { client } = service(() => page([provider2025, { ...provider2025, id: 575, name: 'Demo Bank 2' }]))
    expect(await lastValueFrom(client.banks.tree())).toMatchObject([
      { country_code: some('FR'), parents: [{ name: some('Demo'), banks: [{ id: 574 }, { id: 575 }] }] },
    ])
  })
})
