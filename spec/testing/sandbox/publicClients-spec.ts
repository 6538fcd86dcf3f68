import assert from 'node:assert/strict'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { bridge2018, bridge2021, bridge2025 } from '../../../lib/bridge.js'
import type { ServiceInterface } from '../../../lib/index.js'
import { createSandbox, type Sandbox } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { start } from './caller.js'

/** What a row may name in braces: the ids, the user and the moment of the sandbox that it is replayed against. */
const values = (sandbox: Sandbox) => {
  const [{ uuid, email, password, externalUserId, itemIds, accountIds, stockIds } = assert.fail('no user')] =
    sandbox.users
  const [transaction = 0] = sandbox.insertTransactions(uuid, 1)
  return new Map<string, string>(
    Object.entries({
      id: sandbox.credentials.clientId,
      secret: sandbox.credentials.clientSecret,
      uuid,
      email,
      password,
      external: externalUserId,
      item: String(itemIds[0]),
      account: String(accountIds[0]),
      stock: String(stockIds[0]),
      transaction: String(transaction),
      since: '2026-01-01T00:00:00.000Z',
    }),
  )
}

type Shape = 'list' | 'one' | 'url' | 'token' | 'nothing'

/** A request of a client: method, path with query, body, whether it has a token, the status, and what the answer is. */
type Row = readonly [request: string, body: object | undefined, access: 'user' | 'app', status: number, shape: Shape]

interface PublicClient {
  /** The repository, and the file that sends the requests. */
  readonly source: string
  readonly profile: ServiceInterface
  readonly headers: Readonly<Record<string, string>>
  /** The credentials, where they are in the query. */
  readonly query?: string
  readonly rows: ReadonlyArray<Row>
}

const inHeaders = { 'Client-Id': '{id}', 'Client-Secret': '{secret}', 'Content-Type': 'application/json' }

const clients: ReadonlyArray<PublicClient> = [
  {
    source: 'quipuapp/bankin-api-ruby lib/bankin/base.rb and lib/bankin/resources',
    profile: bridge2018,
    headers: { 'Bankin-Version': '2018-06-15' },
    query: 'client_id={id}&client_secret={secret}',
    rows: [
      ['GET /v2/banks', undefined, 'app', 200, 'list'],
      ['GET /v2/banks/574', undefined, 'app', 200, 'one'],
      ['GET /v2/categories', undefined, 'app', 200, 'list'],
      ['GET /v2/categories/309', undefined, 'app', 200, 'one'],
      ['GET /v2/users', undefined, 'app', 200, 'list'],
      ['POST /v2/users?email=new@mail.invalid&password=pa55word', undefined, 'app', 201, 'one'],
      ['POST /v2/authenticate?email={email}&password={password}', undefined, 'app', 200, 'token'],
      ['GET /v2/items', undefined, 'user', 200, 'list'],
      ['GET /v2/items/{item}', undefined, 'user', 200, 'one'],
      ['POST /v2/items/{item}/refresh', undefined, 'user', 202, 'nothing'],
      ['GET /v2/items/{item}/refresh/status', undefined, 'user', 200, 'one'],
      ['GET /v2/connect/items/edit/url?item_id={item}', undefined, 'user', 200, 'url'],
      ['GET /v2/connect/items/sync?item_id={item}', undefined, 'user', 200, 'url'],
      ['GET /v2/connect/items/add/url?redirect_url', undefined, 'user', 200, 'url'],
      ['GET /v2/connect/items/add/url?redirect_url=https://app.example/done', undefined, 'user', 200, 'url'],
      ['GET /v2/connect/items/pro/confirmation/url', undefined, 'user', 200, 'url'],
      ['GET /v2/accounts', undefined, 'user', 200, 'list'],
      ['GET /v2/accounts/{account}', undefined, 'user', 200, 'one'],
      ['GET /v2/transactions', undefined, 'user', 200, 'list'],
      ['GET /v2/transactions/updated?since={since}', undefined, 'user', 200, 'list'],
      ['GET /v2/transactions/{transaction}', undefined, 'user', 200, 'one'],
      ['DELETE /v2/items/{item}', undefined, 'user', 204, 'nothing'],
      ['DELETE /v2/users/{uuid}?password={password}', undefined, 'app', 204, 'nothing'],
      ['DELETE /v2/users', undefined, 'app', 204, 'nothing'],
    ],
  },
  {
    source: 'neatops/bridge_bankin lib/bridge_bankin',
    profile: bridge2021,
    headers: { 'Bankin-Version': '2021-06-01', 'Accept-Language': 'en', ...inHeaders },
    rows: [
      ['GET /v2/banks', undefined, 'app', 200, 'list'],
      ['GET /v2/banks/574', undefined, 'app', 200, 'one'],
      ['GET /v2/categories', undefined, 'app', 200, 'list'],
      ['GET /v2/categories/309', undefined, 'app', 200, 'one'],
      ['GET /v2/users', undefined, 'app', 200, 'list'],
      ['GET /v2/users/{uuid}', undefined, 'app', 200, 'one'],
      ['POST /v2/users', { email: 'new@mail.invalid', password: 'pa55word' }, 'app', 201, 'one'],
      ['POST /v2/authenticate', { email: '{email}', password: '{password}' }, 'app', 200, 'token'],
      ['GET /v2/items', undefined, 'user', 200, 'list'],
      ['GET /v2/items/{item}', undefined, 'user', 200, 'one'],
      ['POST /v2/items/{item}/refresh', {}, 'user', 202, 'nothing'],
      ['GET /v2/items/{item}/refresh/status', undefined, 'user', 200, 'one'],
      ['POST /v2/connect/items/add', {}, 'user', 200, 'url'],
      ['GET /v2/connect/items/edit?item_id={item}', undefined, 'user', 200, 'url'],
      ['GET /v2/connect/items/sync?item_id={item}', undefined, 'user', 200, 'url'],
      ['GET /v2/connect/items/pro/confirmation', undefined, 'user', 200, 'url'],
      ['GET /v2/accounts', undefined, 'user', 200, 'list'],
      ['GET /v2/accounts/{account}', undefined, 'user', 200, 'one'],
      ['GET /v2/accounts/{account}/transactions', undefined, 'user', 200, 'list'],
      ['GET /v2/accounts/{account}/transactions/updated', undefined, 'user', 200, 'list'],
      ['GET /v2/transactions', undefined, 'user', 200, 'list'],
      ['GET /v2/transactions/updated', undefined, 'user', 200, 'list'],
      ['GET /v2/transactions/{transaction}', undefined, 'user', 200, 'one'],
      ['GET /v2/stocks', undefined, 'user', 200, 'list'],
      ['GET /v2/stocks/updated', undefined, 'user', 200, 'list'],
      ['GET /v2/stocks/{stock}', undefined, 'user', 200, 'one'],
      ['GET /v2/insights/category', undefined, 'user', 200, 'one'],
      ['DELETE /v2/items/{item}', {}, 'user', 204, 'nothing'],
      ['POST /v2/users/{uuid}/delete', { password: '{password}' }, 'app', 204, 'nothing'],
      ['DELETE /v2/users', {}, 'app', 204, 'nothing'],
    ],
  },
  {
    source: 'algoan/nestjs-bridge-connector src/aggregator/services/bridge/bridge.client.ts',
    profile: bridge2021,
    headers: { 'Bankin-Version': '2021-06-01', ...inHeaders },
    rows: [
      ['POST /v2/users', { email: 'new@mail.invalid', password: 'pa55word' }, 'app', 201, 'one'],
      ['POST /v2/authenticate', { email: '{email}', password: '{password}' }, 'app', 200, 'token'],
      ['POST /v2/connect/items/add', { country: 'fr', prefill_email: '{email}', context: 'c' }, 'user', 200, 'url'],
      ['GET /v2/items/{item}/refresh/status', undefined, 'user', 200, 'one'],
      ['GET /v2/accounts', undefined, 'user', 200, 'list'],
      ['GET /v2/transactions/updated?limit=100&since={since}', undefined, 'user', 200, 'list'],
      ['POST /v2/users/{uuid}/delete', { password: '{password}' }, 'user', 204, 'nothing'],
    ],
  },
  {
    source: 'kamaradclimber/bridgeapi-co2-estimator lib/bridgeapi/client.rb',
    profile: bridge2021,
    headers: { 'Bridge-Version': '2021-06-01', ...inHeaders },
    rows: [
      ['POST /v2/authenticate', { email: '{email}', password: '{password}' }, 'app', 200, 'token'],
      ['GET /v2/transactions?since=2026-01-01', undefined, 'user', 200, 'list'],
      ['GET /v2/items/{item}', undefined, 'user', 200, 'one'],
      ['GET /v2/banks/574', undefined, 'app', 200, 'one'],
      ['GET /v2/accounts/{account}', undefined, 'user', 200, 'one'],
      ['GET /v2/accounts/{account}/transactions/updated?since={since}', undefined, 'user', 200, 'list'],
      ['POST /v2/connect/items/add', { country: 'fr', prefill_email: '{email}' }, 'user', 200, 'url'],
      ['DELETE /v2/items/{item}', undefined, 'user', 204, 'nothing'],
    ],
  },
  {
    source: 'yabafre/pekulo apps/api/src/modules/bank-aggregator/services/bridge-client.ts',
    profile: bridge2025,
    headers: { 'Bridge-Version': '2025-01-15', ...inHeaders },
    rows: [
      ['POST /v3/aggregation/users', { external_user_id: '{external}' }, 'app', 409, 'one'],
      ['GET /v3/aggregation/users?external_user_id={external}', undefined, 'app', 200, 'list'],
      ['POST /v3/aggregation/authorization/token', { user_uuid: '{uuid}' }, 'app', 200, 'token'],
      [
        'POST /v3/aggregation/connect-sessions',
        { user_email: 'a@mail.invalid', country_code: 'fr' },
        'user',
        201,
        'url',
      ],
      ['GET /v3/aggregation/accounts?item_id={item}', undefined, 'user', 200, 'list'],
      ['GET /v3/aggregation/transactions?limit=500&since={since}', undefined, 'user', 200, 'list'],
      ['GET /v3/aggregation/transactions?limit=500&account_id={account}&until={since}', undefined, 'user', 200, 'list'],
      ['GET /v3/aggregation/items/{item}', undefined, 'user', 200, 'one'],
      ['DELETE /v3/aggregation/items/{item}', undefined, 'user', 204, 'nothing'],
      ['GET /v3/providers/574', undefined, 'app', 200, 'one'],
    ],
  },
  {
    source: 'bantunesm/bridgeapi-sdk src/Resources',
    profile: bridge2025,
    headers: { 'Bridge-Version': '2025-01-15', ...inHeaders },
    rows: [
      ['POST /v3/aggregation/users', { external_user_id: 'new' }, 'app', 201, 'one'],
      ['GET /v3/aggregation/users', undefined, 'app', 200, 'list'],
      ['GET /v3/aggregation/users/{uuid}', undefined, 'app', 200, 'one'],
      ['POST /v3/aggregation/authorization/token', { user_uuid: '{uuid}' }, 'app', 200, 'token'],
      ['POST /v3/aggregation/connect-sessions', { user_email: '{email}' }, 'user', 201, 'url'],
      ['GET /v3/aggregation/items', undefined, 'user', 200, 'list'],
      ['GET /v3/aggregation/accounts', undefined, 'user', 200, 'list'],
      ['GET /v3/aggregation/accounts/{account}', undefined, 'user', 200, 'one'],
      ['GET /v3/aggregation/categories', undefined, 'app', 200, 'list'],
      ['GET /v3/aggregation/categories/309', undefined, 'app', 200, 'one'],
      ['GET /v3/aggregation/insights/category', undefined, 'user', 200, 'list'],
      ['GET /v3/aggregation/transactions?limit=50&account_id={account}', undefined, 'user', 200, 'list'],
      ['GET /v3/aggregation/transactions/{transaction}', undefined, 'user', 200, 'one'],
      ['DELETE /v3/aggregation/users/{uuid}', undefined, 'app', 204, 'nothing'],
    ],
  },
]

const create = (profile: ServiceInterface): Sandbox =>
  createSandbox({ clock: createVirtualClock({ start }), profile, banks: 1200, transactions: 60, stocks: 4 })

/** Sends a request of a table to a sandbox; `{name}` in it stands for a value of the sandbox. */
const replay = async (
  sandbox: Sandbox,
  { headers, query }: PublicClient,
  [request, body]: Row,
  known: ReadonlyMap<string, string>,
  token?: string,
): Promise<Response> => {
  const fill = (text: string): string =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => known.get(name) ?? assert.fail(name))
  const [method = '', path = ''] = fill(request).split(' ')
  const joined = query === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}${fill(query)}`
  const filled = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)]))
  return sandbox.fetch(`https://bank.example${joined}`, {
    method,
    headers: { ...filled, ...(token !== undefined && { Authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: fill(JSON.stringify(body)) }),
  })
}

const text = (value: unknown): boolean => typeof value === 'string' && value !== ''

const shapes: Readonly<Record<Shape, (body: Record<string, unknown>) => boolean>> = {
  list: ({ resources }) => Array.isArray(resources) && resources.length > 0,
  one: (body) => Object.keys(body).length > 0 && !('resources' in body),
  url: ({ redirect_url, url }) => URL.canParse(String(redirect_url ?? url)),
  token: ({ access_token, expires_at }) => text(access_token) && text(expires_at),
  nothing: (body) => Object.keys(body).length === 0,
}

describe.each(clients)('the requests of $source', (client) => {
  const tokenRow = client.rows.find(([, , , , shape]) => shape === 'token') ?? assert.fail('no authentication')

  it.each(client.rows)('%s, %j, %s: %i, %s', async (...row) => {
    const [, , access, status, shape] = row
    const sandbox = create(client.profile)
    const known = values(sandbox)
    const { access_token: token } = (await (await replay(sandbox, client, tokenRow, known)).json()) as {
      access_token: string
    }
    const bank = client.profile.name === 'bridge2025' ? '574' : String(await someBank(sandbox, client, known))
    const [request, ...rest] = row
    const meant: Row = [request.replace('/banks/574', `/banks/${bank}`), ...rest]
    const answer = await replay(sandbox, client, meant, known, access === 'user' ? token : undefined)
    const body = await answer.text()
    expect([answer.status, body]).toStrictEqual([status, body])
    expect(shapes[shape]((body === '' ? {} : JSON.parse(body)) as Record<string, unknown>)).toBe(true)
  })
})

/** The id of a bank that the sandbox has. */
const someBank = async (
  sandbox: Sandbox,
  client: PublicClient,
  known: ReadonlyMap<string, string>,
): Promise<unknown> => {
  const answer = await replay(sandbox, client, ['GET /v2/banks?limit=1', undefined, 'app', 200, 'list'], known)
  const [, id] = /"id":(\d+)/.exec(await answer.text()) ?? []
  return id
}

describe('a single row', () => {
  it.each([bridge2018, bridge2021])('is as in the list', async (profile) => {
    const client = clients.find((one) => one.profile.name === profile.name) ?? assert.fail('no client')
    const sandbox = create(profile)
    const known = values(sandbox)
    const row = client.rows.find(([, , , , shape]) => shape === 'token') ?? assert.fail('no authentication')
    const { access_token: token } = (await (await replay(sandbox, client, row, known)).json()) as {
      access_token: string
    }
    const get = async (path: string): Promise<Record<string, unknown>> =>
      (await (
        await replay(sandbox, client, [`GET ${path}`, undefined, 'user', 200, 'one'], known, token)
      ).json()) as Record<string, unknown>
    for (const list of ['accounts', 'transactions'] as const) {
      const { resources } = (await get(`/v2/${list}?limit=1`)) as { resources: ReadonlyArray<{ id: number }> }
      expect(await get(`/v2/${list}/${String(resources[0]?.id)}`)).toStrictEqual(resources[0])
    }
    const bank = await get(`/v2/banks/${String(await someBank(sandbox, client, known))}`)
    expect(JSON.stringify(await get('/v2/banks?limit=1'))).toContain(JSON.stringify(bank))
    for (const path of [
      'banks/1',
      'accounts/1',
      'transactions/1',
      'connect/items/sync?item_id=1',
      'connect/items/sync',
    ]) {
      const answer = await replay(sandbox, client, [`GET /v2/${path}`, undefined, 'user', 404, 'one'], known, token)
      expect(answer.status).toBe(path === 'connect/items/sync' ? 400 : 404)
    }
  })

  it('is not if the profile has no path, and no client asks', async () => {
    const sandbox = createSandbox({ profile: documentedProfile, banks: 3 })
    const headers = { 'Service-Version': '2021-06-01', 'Client-Id': sandbox.credentials.clientId }
    expect((await sandbox.fetch('https://bank.example/v2/banks/1', { headers })).status).toBe(404)
    expect((await sandbox.fetch('https://bank.example/v2/insights/category', { headers })).status).toBe(404)
  })
})
