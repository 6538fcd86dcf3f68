import { Subscription } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import type { RouteName, Sandbox, SandboxUser } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { ask, type Authenticated, type PageBody, start, json as toJson, tokenOf, virtualSandbox } from './caller.js'

type Undated = (typeof documentedProfile)['undatedApiVersion']

/** The API versions, each with the first and the last day that mean it. */
const apiVersions = [
  { name: 'beta 2', column: 0, undated: 'beta 2', days: ['0001-01-01', '2016-01-17'] },
  { name: 'beta 3', column: 1, undated: 'beta 3', days: ['0001-01-01', '2016-01-17'] },
  { name: '2016-01-18', column: 2, undated: 'beta 2', days: ['2016-01-18', '2018-06-14'] },
  { name: '2018-06-15', column: 3, undated: 'beta 3', days: ['2018-06-15', '2021-05-31'] },
  { name: '2021-06-01', column: 4, undated: 'beta 3', days: ['2021-06-01', '9999-12-31'] },
] as const

type ApiVersion = (typeof apiVersions)[number]

/** What each of the API versions above has, and has not, of the operations that are documented. */
const table = {
  accounts: '+++++',
  authenticate: '+++++',
  bankFormAdd: '-++++',
  bankFormEdit: '-++++',
  banks: '+++++',
  categories: '+++++',
  earlierRefreshStatus: '++---',
  items: '+++++',
  password: '--+++',
  refreshStatus: '--+++',
  stock: '--+++',
  stocks: '--+++',
  stocksUpdated: '--+++',
  transactions: '+++++',
  transactionsUpdated: '-++++',
  userItems: '--+++',
  users: '+++++',
} satisfies Partial<Readonly<Record<RouteName, string>>>

type Route = keyof typeof table
const traits = {
  milliseconds: '-++++',
  translations: '--+++',
  securityHeaders: '--+++',
  accountDetails: '--+++',
  redirects: '--+++',
  userInCallback: '--+++',
  externalIds: '----+',
}

const has = (row: string, { column }: ApiVersion): boolean => row.charAt(column) === '+'
const routes = Object.keys(table) as ReadonlyArray<Route>

let open = new Subscription()
afterEach(() => {
  open.unsubscribe()
  open = new Subscription()
})

const id = { 'Client-Id': 'sandbox-client' }
const secret = { 'Client-Secret': 'sandbox-secret' }
const both = { ...id, ...secret }

interface Service {
  readonly sandbox: Sandbox
  readonly user: SandboxUser
  readonly send: (
    method: string,
    path: string,
    headers?: Readonly<Record<string, string>>,
    body?: object,
  ) => Promise<Response>
}

/** A sandbox on a port, its clock between two full seconds, and what asks it for a version. */
const serve = async (version: string, undatedApiVersion: Undated): Promise<Service> => {
  const clock = createVirtualClock({ start: start + 789 })
  const sandbox = virtualSandbox({ clock, profile: { ...documentedProfile, undatedApiVersion } })
  const base = await new Promise<string>((resolve, reject) => {
    open.add(sandbox.listen().subscribe({ next: resolve, error: reject }))
  })
  const send: Service['send'] = (method, path, headers = id, body) =>
    fetch(base + path, {
      method,
      headers: { 'Service-Version': version, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return { sandbox, user: sandbox.users[0] as SandboxUser, send }
}

/** What authenticates at any API version. */
const credentials = ({ user: { email, password } }: Service) => ({ email, password, client_secret: 'sandbox-secret' })

const authenticate = (service: Service, body: object = credentials(service), headers: object = both, query = '') =>
  service.send('POST', `/v2/authenticate${query}`, { ...headers }, body)

const json = async <A = unknown>(answer: Promise<Response>): Promise<A> => (await (await answer).json()) as A

const bearer = async (service: Service) => {
  const { access_token } = await json<Authenticated>(authenticate(service))
  return { ...both, Authorization: `Bearer ${access_token}` }
}

/** Asks for each operation, with all that it takes. */
const askFor = async (service: Service, route: Route): Promise<Response> => {
  const { user, send } = service
  if (route === 'authenticate') return authenticate(service)
  const headers = await bearer(service)
  const ids: Partial<Record<Route, number | string | undefined>> = {
    earlierRefreshStatus: user.itemIds[0],
    password: user.uuid,
    refreshStatus: user.itemIds[0],
    stock: user.stockIds[0],
    userItems: user.uuid,
  }
  const path = (documentedProfile.paths[route] ?? '').replace(':id', String(ids[route]))
  if (route === 'password') {
    return send('PUT', path, headers, { current_password: user.password, new_password: 'another one' })
  }
  return send('GET', route === 'bankFormEdit' ? `${path}?item_id=${String(user.itemIds[0])}` : path, headers)
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/** All strings in a body that are moments. */
const moments = (body: unknown): ReadonlyArray<string> => {
  if (typeof body === 'string') return moment.test(body) ? [body] : []
  return typeof body === 'object' && body !== null ? Object.values(body).flatMap(moments) : []
}

const days = apiVersions.flatMap((apiVersion) => apiVersion.days.map((day) => ({ ...apiVersion, day, apiVersion })))

describe.each(days)('the API version $name, asked for by $day', ({ apiVersion, name, day, undated }) => {
  let service: Service
  beforeEach(async () => {
    service = await serve(day, undated)
  })

  it.each(routes)('%s', async (route) => {
    const answer = await askFor(service, route)
    const expected = has(table[route], apiVersion) ? (route === 'password' ? 204 : 200) : 404
    expect(answer.status).toBe(expected)
    expect(service.sandbox.journal.entries().at(-1)?.route).toBe(route)
    if (expected === 404)
      expect(await json(Promise.resolve(answer))).toMatchObject({ message: expect.stringContaining(name) })
  })

  it('authentication', async () => {
    const { user } = service
    const { email, password, client_secret } = credentials(service)
    const status = async (body: object, headers: object, query?: string) =>
      (await authenticate(service, body, headers, query)).status
    const headersAlone = has(traits.externalIds, apiVersion)
    expect(await status({ email, password, client_secret }, id)).toBe(headersAlone ? 401 : 200)
    expect(await status({ email, password }, both)).toBe(headersAlone ? 200 : 401)
    expect(await status({ email, password, client_secret: 'x' }, both)).toBe(headersAlone ? 200 : 401)
    expect(await status({ email, password, client_secret }, secret, '?client_id=sandbox-client')).toBe(
      headersAlone ? 401 : 200,
    )
    expect(await status({ email, password, client_secret }, both, '?client_secret=sandbox-secret')).toBe(400)
    expect(await json(authenticate(service))).toMatchObject({ user: { uuid: user.uuid, email } })
    for (const who of [{ user_uuid: user.uuid }, { external_user_id: 'A6J' }]) {
      const answer = await authenticate(service, { ...who, client_secret }, both)
      expect(answer.status).toBe(headersAlone ? 200 : 400)
    }
  })

  it('client_id in the query', async () => {
    const answer = await service.send('GET', '/v2/banks?client_id=sandbox-client&limit=1', {})
    expect(answer.status).toBe(has(traits.externalIds, apiVersion) ? 401 : 200)
    const body: unknown = await answer.json()
    if (answer.ok) expect(body).toMatchObject({ pagination: { next_uri: expect.not.stringContaining('client_id') } })
    expect((await service.send('GET', '/v2/banks?client_id=other', {})).status).toBe(401)
    expect((await service.send('GET', '/v2/banks?client_id=sandbox-client', { 'Client-Id': 'other' })).status).toBe(401)
  })

  it('a secret in the query', async () => {
    const answer = await service.send('GET', '/v2/users?client_secret=sandbox-secret', both)
    expect(answer.status).toBe(400)
  })

  it('the secret in the header, of all that is not public', async () => {
    expect((await service.send('GET', '/v2/users', id)).status).toBe(401)
    expect((await service.send('GET', '/v2/users', both)).status).toBe(200)
  })

  it('rows of users', async () => {
    const { resources } = await json<PageBody>(service.send('GET', '/v2/users', both))
    const rows = service.sandbox.users.map(({ uuid, externalUserId, email }) =>
      has(traits.externalIds, apiVersion) ? { uuid, external_user_id: externalUserId, email } : { uuid, email },
    )
    expect(resources).toStrictEqual([...rows].reverse())
  })

  it('timestamps', async () => {
    const answers = routes.filter((route) => has(table[route], apiVersion) && route !== 'password')
    const bodies = await Promise.all(answers.map((route) => json(askFor(service, route))))
    const seen = moments(bodies)
    expect(seen.length).toBeGreaterThan(50)
    const form = has(traits.milliseconds, apiVersion) ? /:\d\d\.\d{3}Z$/ : /:\d\dZ$/
    expect(seen.filter((text) => !form.test(text))).toStrictEqual([])
    const { expires_at } = await json<Authenticated>(authenticate(service))
    expect(expires_at).toBe(has(traits.milliseconds, apiVersion) ? '2026-01-15T12:30:00.789Z' : '2026-01-15T12:30:00Z')
  })

  it('names of categories', async () => {
    const answer = service.send('GET', '/v2/categories', { ...id, 'Accept-Language': 'fr' })
    const { resources } = await json<PageBody>(answer)
    const name = resources.find((row) => row.id === 159)?.name
    expect(name).toBe(has(traits.translations, apiVersion) ? 'Impôts et taxes' : 'Taxes')
  })

  it('security headers', async () => {
    for (const path of ['/v2/banks', '/v2/items', '/v2/nothing']) {
      const { headers } = await service.send('GET', path, id)
      const found = ['x-frame-options', 'x-xss-protection', 'content-security-policy'].map((key) => headers.has(key))
      expect(new Set(found)).toStrictEqual(new Set([has(traits.securityHeaders, apiVersion)]))
    }
  })

  it('details of accounts', async () => {
    const { resources } = await json<PageBody>(service.send('GET', '/v2/accounts', await bearer(service)))
    const expected = has(traits.accountDetails, apiVersion)
    expect(resources.length).toBeGreaterThan(0)
    for (const row of resources)
      expect(['loan_details' in row, 'savings_details' in row]).toStrictEqual([expected, expected])
  })

  if (has(table.bankFormAdd, apiVersion)) {
    it('the bank form', async () => {
      const { sandbox, user, send } = service
      const form = async (query: string) => send('GET', `/v2/connect/items/add/url${query}`, await bearer(service))
      const expected = has(traits.redirects, apiVersion)
      expect((await form('?redirect_url=https%3A%2F%2Fapp.example')).status).toBe(expected ? 200 : 400)
      const { redirect_url } = await json<{ redirect_url: string }>(form(''))
      const callback = new URL(sandbox.submitBankForm(redirect_url)).searchParams
      expect(callback.get('user_uuid')).toBe(has(traits.userInCallback, apiVersion) ? user.uuid : null)
      expect(callback.get('item_id')).toBe(String(user.itemIds.at(-1)))
    })
  }
})

describe('apiVersions', () => {
  it.each([
    ['2015-01-01', 'earlierRefreshStatus'],
    ['2016-01-18', 'refreshStatus'],
  ] as const)('at %s know a path that they share with others as that of %s', (version, route) => {
    const template = '/v2/items/:id/state'
    const paths = { ...documentedProfile.paths, refreshStatus: template, earlierRefreshStatus: template }
    const sandbox = virtualSandbox({ profile: { ...documentedProfile, paths } })
    const answer = ask(sandbox, '/v2/items/187000/state', { headers: { ...both, 'Service-Version': version } })
    expect(answer.status).toBe(401)
    expect(sandbox.journal.entries().at(-1)?.route).toBe(route)
  })

  it('leave what a test writes into a text as it is', () => {
    const sandbox = virtualSandbox({ profile: { ...documentedProfile, undatedApiVersion: 'beta 2' } })
    const description = 'refreshed_at 2020-01-01T00:00:00.000Z'
    const [id = 0] = sandbox.insertTransactions(sandbox.users[0]?.uuid ?? '', 1)
    sandbox.updateTransaction(id, { description })
    const headers = { ...both, 'Service-Version': '2015-01-01' }
    const { resources } = toJson<PageBody>(ask(sandbox, '/v2/transactions', { headers, token: tokenOf(sandbox) }))
    expect(resources[0]).toMatchObject({ id, description, updated_at: '2026-01-15T10:30:00Z' })
  })
})
