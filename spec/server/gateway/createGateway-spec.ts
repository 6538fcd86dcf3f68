import { createClient, documentedProfile } from '../../../lib/index.js'
import { createGateway } from '../../../lib/node.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { serving } from './serving.js'

describe('createGateway', () => {
  const { get, sandbox, user, origin, serviceUrl } = serving({}, { client: { environment: 'sandbox' } })

  it('passes every operation that reads the data of one user, and the public ones', async () => {
    const { itemIds, stockIds } = user(0)
    const [item, stock] = [String(itemIds[0]), String(stockIds[0])]
    const paths = [
      '/v2/accounts',
      '/v2/banks',
      '/v2/categories',
      '/v2/items',
      '/v2/stocks',
      '/v2/stocks/updated?since=2020-01-01T00:00:00.000Z',
      '/v2/transactions',
      '/v2/transactions/updated',
      `/v2/stocks/${stock}`,
      `/v2/items/${item}/refresh/status`,
      '/v2/connect/items/add/url',
      `/v2/connect/items/edit/url?item_id=${item}`,
    ]
    const answers = await Promise.all(paths.map((path) => get(path)))
    expect(answers.map(({ status }, index) => [paths[index], status])).toEqual(paths.map((path) => [path, 200]))
    expect(answers.map(({ json }) => Object.keys(json))).toEqual([
      ...Array.from({ length: 8 }, () => ['resources', 'pagination']),
      expect.arrayContaining(['id', 'ticker']),
      expect.arrayContaining(['status']),
      ['redirect_url'],
      ['redirect_url'],
    ])
    const { routes } = sandbox().journal.counts()
    expect(routes).toEqual({
      accounts: 1,
      authenticate: 1,
      banks: 1,
      bankFormAdd: 1,
      bankFormEdit: 1,
      categories: 1,
      items: 1,
      refreshStatus: 1,
      stock: 1,
      stocks: 1,
      stocksUpdated: 1,
      transactions: 1,
      transactionsUpdated: 1,
    })
  })

  it.each([
    '/v2/users',
    '/v2/users/c2a26c9e-dc23-4f67-b887-bbae0f26c415/items',
    '/v2/users/c2a26c9e-dc23-4f67-b887-bbae0f26c415/password',
    '/v2/authenticate',
    '/v2/items/1',
    '/v2/items/1/status',
    '/v2/items/refresh/status',
    '/v2/items//refresh/status',
    '/v2/items/1/refresh/status/2',
    '/v2/items/1/refresh/states',
    '/v2/stocks/1/refresh/status',
    '/v2/__proto__',
    '/v2/stocks/1/',
    '/v2/stocks/',
    '/v2/stocks/01',
    '/v2/stocks/-1',
    '/v2/stocks/9007199254740993',
    '/v2/stocks/1%2Fupdated',
    '/v2/items/1%2f..%2f../refresh/status',
    '/v2//banks',
    '//v2/banks',
    '/v2/Banks',
    '/v2/banks;a=b',
    '/v2/banks%20',
    '/v2/%62anks',
    '/V2/banks',
    '/v3/banks',
    '',
    '/',
    '/api/bank/v2/banks',
  ])('does not have the path %s', async (path) => {
    const { status, json } = await get(path)
    expect([status, json.type]).toEqual([404, 'unknown_path'])
    expect(sandbox().journal.counts().started).toBe(0)
  })

  it('gives the rows as they came, and the time of the service', async () => {
    const direct = await fetch(`${serviceUrl()}/v2/banks?limit=2`, {
      headers: { 'Service-Version': '2021-06-01', 'Client-Id': sandbox().credentials.clientId },
    })
    const { resources } = (await direct.json()) as { resources: unknown }
    sandbox().advance(30 * 60_000)
    const { json, headers } = await get('/v2/banks?limit=2')
    expect(json.resources).toEqual(resources)
    const reported = Date.parse(headers.date ?? '')
    expect(Math.abs(reported - sandbox().now())).toBeLessThan(60_000)
    expect(headers['rxbank-date']).toBe(headers.date)
  })

  it('does not invent the time of a service that tells none', async () => {
    sandbox().faults.add({ kind: 'no-date', times: Infinity })
    const { status, headers } = await get('/v2/banks')
    expect([status, headers.date, headers['rxbank-date']]).toEqual([200, undefined, 'unknown'])
  })

  it('passes what the query and the language say, and nothing else', async () => {
    await get('/v2/categories?limit=7', {
      'accept-language': 'fr-FR,fr;q=0.9,en;q=0.8',
      'x-own': '1',
      referer: 'https://x.example',
    })
    await get('/v2/categories', { 'accept-language': 'de-DE' })
    await get('/v2/transactions/updated?since=2020-01-01T01:00:00%2B01:00&limit=3', { 'accept-language': 'fr' })
    const asked = sandbox()
      .journal.entries()
      .filter(({ route }) => route !== 'authenticate')
    expect(asked.map(({ query }) => query)).toEqual(['limit=7', '', 'since=2020-01-01T00%3A00%3A00.000Z&limit=3'])
    const names = new Set(asked.flatMap(({ headers }) => Object.keys(headers)))
    expect([...names].filter((name) => /cookie|x-own|referer|rxbank|origin|sec-fetch/.test(name))).toEqual([])
    expect(asked.map(({ headers }) => headers['accept-language']?.toString())).toEqual(['fr', undefined, undefined])
  })

  it('says that no response is to be kept, guessed at or shown to others', async () => {
    for (const { headers } of [
      await get('/v2/items'),
      await get('/v2/users'),
      await get('/v2/items', { cookie: null }),
    ])
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'application/json',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        vary: expect.stringContaining('Cookie'),
      })
  })

  it.each([
    'https://evil.example/',
    'http://127.0.0.1/',
    '//evil.example',
    '/connected',
    'javascript:alert(1)',
    'https://',
    'https://app.example\\@evil.example/',
    'https://app.example@evil.example/',
  ])('does not let the redirect of the bank form lead to %s', async (url) => {
    const answer = await get(`/v2/connect/items/add/url?redirect_url=${encodeURIComponent(url)}`)
    expect([answer.status, answer.json.type]).toEqual([400, 'bad_query'])
    expect(sandbox().journal.counts().started).toBe(0)
  })

  it.each(['\\@evil.example/connected', '\t@evil.example/connected', '/connected\r\nSet-Cookie: a=b'])(
    'does not let the redirect of the bank form lead to its own site by what parsers of URLs read differently: %j',
    async (path) => {
      const url = encodeURIComponent(`${origin()}${path}`)
      const answer = await get(`/v2/connect/items/add/url?redirect_url=${url}`)
      expect([answer.status, answer.json.type]).toEqual([400, 'bad_query'])
      expect(sandbox().journal.counts().started).toBe(0)
    },
  )

  it('lets the redirect of the bank form lead to its own site, as browsers read it', async () => {
    const url = `${origin().toUpperCase()}/a/../@evil.example/connected`
    expect((await get(`/v2/connect/items/add/url?redirect_url=${encodeURIComponent(url)}`)).status).toBe(200)
    const asked = sandbox().journal.entries().at(-1)
    expect(new URLSearchParams(asked?.query).get('redirect_url')).toBe(`${origin()}/@evil.example/connected`)
  })

  it('does not take the form of a new item for that of an old one', async () => {
    expect((await get('/v2/connect/items/edit/url')).status).toBe(400)
    expect(sandbox().journal.counts().started).toBe(0)
  })

  it('has what the profile and the API version of its client have', async () => {
    const profile = {
      ...documentedProfile,
      paths: { ...documentedProfile.paths, accounts: null, banks: '/v2/all-banks' },
    }
    const { credentials, http, users } = createSandbox({ profile })
    const { email, password, itemIds } = users[0] as (typeof users)[number]
    const face = async (config: object, path: string): Promise<number> => {
      const client = createClient({
        profile: documentedProfile,
        baseUrl: 'https://bank.example',
        ...credentials,
        http,
        ...config,
      })
      const gateway = createGateway(client, { authorize: () => ({ email, password }) })
      const headers = { 'RxBank-Gateway': 'background', 'Accept-Language': 'fr' }
      return (await gateway(new Request(`https://app.example${path}`, { headers }))).status
    }
    expect(await face({ profile }, '/v2/accounts')).toBe(404)
    expect(await face({ profile }, '/v2/banks')).toBe(404)
    expect(await face({ profile }, '/v2/all-banks')).toBe(200)
    expect(await face({ serviceVersion: '2015-01-01' }, '/v2/stocks')).toBe(404)
    expect(await face({ serviceVersion: '2015-01-01' }, '/v2/categories')).toBe(200)
    expect(await face({ serviceVersion: '2015-01-01' }, '/v2/items/1/refresh/status')).toBe(404)
    expect(await face({ serviceVersion: '2015-01-01' }, `/v2/items/${String(itemIds[0])}/status`)).toBe(200)
  })
})
