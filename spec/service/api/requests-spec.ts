import { none, some } from 'fp-ts/lib/Option.js'
import { noContent } from '../../../lib/base/codec/noContent.js'
import { ConfigError } from '../../../lib/base/error/ConfigError.js'
import { UnspecifiedOperation } from '../../../lib/base/error/UnspecifiedOperation.js'
import { UnsupportedByVersion } from '../../../lib/base/error/UnsupportedByVersion.js'
import { getBankForm } from '../../../lib/service/api/bankForm.js'
import { getCategory, listCategories } from '../../../lib/service/api/categoryRequests.js'
import {
  getRefreshStatus,
  listRequest,
  singleRequest,
  updatesRequest,
} from '../../../lib/service/api/operationRequests.js'
import type { RequestLine } from '../../../lib/service/api/Request.js'
import { authenticate, changePassword, createUser, deleteUser } from '../../../lib/service/api/userRequests.js'
import { openConnectSession } from '../../../lib/service/bridge/connectSession.js'
import { openUserManagementSession } from '../../../lib/service/bridge/userManagementSession.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import * as operations from '../../../lib/service/profile/operations.js'
import type { Service } from '../../../lib/service/profile/Service.js'
import type { ProfilePaths, ServiceInterface } from '../../../lib/service/profile/ServiceProfile.js'
import { serviceAt } from '../../helpers/service.js'

const uuid = 'c2a26c9e-dc23-4f67-b887-bbae0f26c415'
const since = some(new Date('2026-01-02T03:04:05.678Z'))
const { account, accountInformation, bank, category, categoryInsights, item, refreshStatus, stock, transaction, user } =
  documentedProfile.codecs

/** The default service, with the operations that it lacks where deployments have them. */
const complete: ServiceInterface = {
  ...documentedProfile,
  paths: {
    ...documentedProfile.paths,
    account: '/v2/accounts/:id',
    accountsInformation: '/v2/accounts-information',
    bank: '/v2/banks/:id',
    category: '/v2/categories/:id',
    categoryInsights: '/v2/insights/category',
    connectSession: '/v2/connect-sessions',
    userManagementSession: '/v2/user-management-sessions',
    transaction: '/v2/transactions/:id',
    accountTransactions: '/v2/accounts/:id/transactions',
    accountTransactionsUpdated: '/v2/accounts/:id/transactions/updated',
    createUser: '/v2/users',
    deleteItem: '/v2/items/:id',
    deleteUser: '/v2/users/:id',
    item: '/v2/items/:id',
    refresh: '/v2/items/:id/refresh',
    user: '/v2/users/:id',
  },
}
const current = serviceAt(undefined, complete)

type Make = (service: Service) => RequestLine

/** Every request of the library: how it is made, the path that it needs, and what it says beside. */
const requests: ReadonlyArray<readonly [operation: string, key: keyof ProfilePaths, make: Make, line: object]> = [
  [
    'authenticate',
    'authenticate',
    (s) => authenticate(s, { userUuid: uuid }),
    { method: 'POST', path: '/v2/authenticate', body: { user_uuid: uuid }, access: 'application' },
  ],
  ['banks.list', 'banks', (s) => listRequest(s, operations.banks, bank), { path: '/v2/banks', access: 'public' }],
  [
    'categories.list',
    'categories',
    (s) => listCategories(s, category, 'fr'),
    { path: '/v2/categories', access: 'public', headers: { 'Accept-Language': 'fr' } },
  ],
  ['items.list', 'items', (s) => listRequest(s, operations.items, item), { path: '/v2/items' }],
  [
    'items.refreshStatus',
    'earlierRefreshStatus',
    ({ profile }) => getRefreshStatus(serviceAt('2016-01-17', profile), refreshStatus, 187741),
    { path: '/v2/items/187741/status' },
  ],
  [
    'items.refreshStatus',
    'refreshStatus',
    (s) => getRefreshStatus(s, refreshStatus, 187741),
    { path: '/v2/items/187741/refresh/status' },
  ],
  ['accounts.list', 'accounts', (s) => listRequest(s, operations.accounts, account), { path: '/v2/accounts' }],
  [
    'accounts.information',
    'accountsInformation',
    (s) => listRequest(s, operations.accountsInformation, accountInformation),
    { path: '/v2/accounts-information' },
  ],
  [
    'insights.category',
    'categoryInsights',
    (s) => singleRequest(s, operations.categoryInsights, categoryInsights),
    { path: '/v2/insights/category' },
  ],
  ['stocks.list', 'stocks', (s) => listRequest(s, operations.stocks, stock), { path: '/v2/stocks' }],
  [
    'stocks.updated',
    'stocksUpdated',
    (s) => updatesRequest(s, operations.stocksUpdated, stock, since),
    { path: '/v2/stocks/updated', query: { since: '2026-01-02T03:04:05.678Z' } },
  ],
  [
    'stocks.get',
    'stock',
    (s) => singleRequest(s, operations.stock, stock, 1000013123932),
    { path: '/v2/stocks/1000013123932' },
  ],
  [
    'transactions.list',
    'transactions',
    (s) => listRequest(s, operations.transactions, transaction),
    { path: '/v2/transactions' },
  ],
  [
    'transactions.updated',
    'transactionsUpdated',
    (s) => updatesRequest(s, operations.transactionsUpdated, transaction, since),
    { path: '/v2/transactions/updated', query: { since: '2026-01-02T03:04:05.678Z' } },
  ],
  ['users.list', 'users', (s) => listRequest(s, operations.users, user), { path: '/v2/users', access: 'application' }],
  [
    'users.items',
    'userItems',
    (s) => listRequest(s, operations.userItems, item, uuid),
    { path: `/v2/users/${uuid}/items`, access: 'application' },
  ],
  [
    'users.changePassword',
    'password',
    (s) => changePassword(s, { current: 'old', next: 'new' })(uuid),
    {
      method: 'PUT',
      path: `/v2/users/${uuid}/password`,
      body: { current_password: 'old', new_password: 'new' },
      access: 'application',
    },
  ],
  [
    'accounts.transactions',
    'accountTransactions',
    (s) => listRequest(s, operations.accountTransactions, transaction, 2341488),
    { path: '/v2/accounts/2341488/transactions' },
  ],
  [
    'accounts.transactions.updated',
    'accountTransactionsUpdated',
    (s) => updatesRequest(s, operations.accountTransactionsUpdated, transaction, since, 2341488),
    { path: '/v2/accounts/2341488/transactions/updated', query: { since: '2026-01-02T03:04:05.678Z' } },
  ],
  [
    'accounts.get',
    'account',
    (s) => singleRequest(s, operations.account, account, 2341488),
    { path: '/v2/accounts/2341488' },
  ],
  [
    'transactions.get',
    'transaction',
    (s) => singleRequest(s, operations.transaction, transaction, 33000191035700),
    { path: '/v2/transactions/33000191035700' },
  ],
  [
    'banks.get',
    'bank',
    (s) => singleRequest(s, operations.bank, bank, 574),
    { path: '/v2/banks/574', access: 'public' },
  ],
  [
    'categories.get',
    'category',
    (s) => getCategory(s, category, 3, 'en'),
    { path: '/v2/categories/3', access: 'public', headers: { 'Accept-Language': 'en' } },
  ],
  [
    'connectSession',
    'connectSession',
    (s) => openConnectSession(s, { userEmail: null, providerId: 574 }),
    { method: 'POST', path: '/v2/connect-sessions', body: { provider_id: 574 } },
  ],
  [
    'userManagementSession',
    'userManagementSession',
    (s) => openUserManagementSession(s, { context: 'visit-7' }),
    { method: 'POST', path: '/v2/user-management-sessions', body: { context: 'visit-7' } },
  ],
  ['items.get', 'item', (s) => singleRequest(s, operations.item, item, 187741), { path: '/v2/items/187741' }],
  [
    'items.delete',
    'deleteItem',
    (s) => singleRequest(s, operations.deleteItem, noContent, 187741),
    { method: 'DELETE', path: '/v2/items/187741' },
  ],
  [
    'items.refresh',
    'refresh',
    (s) => singleRequest(s, operations.refresh, noContent, 187741),
    { method: 'POST', path: '/v2/items/187741/refresh' },
  ],
  [
    'users.create',
    'createUser',
    (s) => createUser(s, user, { externalUserId: 'A6J' }),
    { method: 'POST', path: '/v2/users', body: { external_user_id: 'A6J' }, access: 'application' },
  ],
  [
    'users.get',
    'user',
    (s) => singleRequest(s, operations.user, user, uuid),
    { path: `/v2/users/${uuid}`, access: 'application' },
  ],
  [
    'users.delete',
    'deleteUser',
    (s) => deleteUser(s, uuid, 'pass'),
    {
      method: 'DELETE',
      path: `/v2/users/${uuid}`,
      secretQuery: { password: 'pass' },
      access: 'application',
    },
  ],
  ['bankForm.url', 'bankFormAdd', (s) => getBankForm(s, {}), { path: '/v2/connect/items/add/url', query: {} }],
  [
    'bankForm.url',
    'bankFormEdit',
    (s) => getBankForm(s, { itemId: 187741, redirectUrl: 'https://app.example/connected' }),
    { path: '/v2/connect/items/edit/url', query: { item_id: 187741, redirect_url: 'https://app.example/connected' } },
  ],
]

const quiet = { body: undefined, query: undefined, secretQuery: undefined, headers: undefined }

describe('the requests', () => {
  it('are all here: each path of the profile is used', () => {
    expect(requests.map(([, key]) => key).sort()).toEqual(Object.keys(documentedProfile.paths).sort())
  })

  it.each(requests)('%s by %s says what the API asks for', (operation, _, make, line) => {
    const { method, path, access, body, query, secretQuery, headers, ...rest } = make(current)
    const optional = { body, query, secretQuery, headers }
    const defaults = { operation, method: 'GET', access: 'user', ...quiet }
    const said = { operation: rest.operation, method, path, access, ...optional }
    expect(JSON.parse(JSON.stringify(said))).toEqual(JSON.parse(JSON.stringify({ ...defaults, ...line })))
    expect(rest.idempotent).toBeUndefined()
  })

  it('throw an UnspecifiedOperation if the profile has no path for them', () => {
    for (const [operation, key, make] of requests) {
      const profile: ServiceInterface = { ...complete, paths: { ...complete.paths, [key]: null } }
      expect(() => make(serviceAt(undefined, profile))).toThrow(
        new UnspecifiedOperation({ operation, key: `paths.${key}` }),
      )
    }
  })

  it('go where the profile says', () => {
    const paths = requests.map(([, key, make]) => {
      const moved = complete.paths[key]?.replace('/v2/', '/v2/moved/') ?? null
      return make(serviceAt(undefined, { ...complete, paths: { ...complete.paths, [key]: moved } })).path
    })
    expect(paths).toEqual(requests.map(([, , make]) => make(current).path.replace('/v2/', '/v2/moved/')))
  })

  it('use the method that the profile names', () => {
    const other = (make: Make) => (make(current).method === 'PUT' ? 'POST' : 'PUT')
    const methods = requests.map(
      ([, key, make]) => make(serviceAt(undefined, { ...complete, methods: { [key]: other(make) } })).method,
    )
    expect(methods).toEqual(requests.map(([, , make]) => other(make)))
  })
})

describe('parameters of requests that are no GET', () => {
  const identity = { email: 'joe@example.com', password: 'p w' }
  const inQuery = serviceAt('2018-06-15', { ...complete, credentials: 'query', parameters: 'query' })
  const inBody = serviceAt(undefined, { ...complete, methods: { deleteUser: 'POST' } })

  it.each<[string, (s: Service) => RequestLine, object]>([
    ['authenticate', (s) => authenticate(s, identity), identity],
    ['createUser', (s) => createUser(s, user, identity), identity],
    ['createUser, of nobody known', (s) => createUser(s, user, {}), {}],
    ['deleteUser', (s) => deleteUser(s, uuid, 'pass'), { password: 'pass' }],
    ['deleteUser, without proof', (s) => deleteUser(s, uuid), {}],
    [
      'changePassword',
      (s) => changePassword(s, { current: 'old', next: 'new' })(uuid),
      { current_password: 'old', new_password: 'new' },
    ],
  ])('of %s are all in the query or all in the body, as the profile says', (_, make, parameters) => {
    expect(make(inQuery).secretQuery).toEqual(parameters)
    expect(make(inQuery).body).toBeUndefined()
    expect(make(inBody).body).toEqual(parameters)
    expect(make(inBody).secretQuery).toBeUndefined()
  })

  it.each<[object, object]>([
    [{}, {}],
    [{ redirectUrl: 'https://app.example/x' }, { redirect_url: 'https://app.example/x' }],
    [{ itemId: 5 }, { item_id: '5' }],
  ])('of a bank form %j are in the body if it is a POST', (form, body) => {
    const methods = { bankFormAdd: 'POST', bankFormEdit: 'POST' } as const
    const asked = getBankForm(serviceAt(undefined, { ...complete, methods }), form)
    expect([asked.method, asked.body, asked.query]).toEqual(['POST', body, undefined])
  })
})

describe('createUser', () => {
  it('knows users by the own id of the application from the API version on that does', () => {
    const fields = {
      operation: 'users.create',
      option: some('externalUserId'),
      version: '2018-06-15',
      since: '2021-06-01',
    } as const
    expect(() => createUser(serviceAt('2018-06-15', complete), user, { externalUserId: 'A6J' })).toThrow(
      new UnsupportedByVersion(fields),
    )
  })
})

describe('authenticate', () => {
  it.each([
    [{ userUuid: uuid }, { user_uuid: uuid }],
    [{ externalUserId: 'A6J' }, { external_user_id: 'A6J' }],
    [
      { email: 'joe@example.com', password: 'pass' },
      { email: 'joe@example.com', password: 'pass' },
    ],
  ])('names a user by %j', (identity, body) => {
    expect(authenticate(current, identity).body).toEqual(body)
  })
})

describe('listCategories', () => {
  it('leaves the language to the service if none is asked for', () => {
    expect(listCategories(current, category).headers).toEqual({})
  })
})

describe('lists of what was updated', () => {
  const profile: ServiceInterface = {
    ...documentedProfile,
    since: { ...documentedProfile.since, parameter: 'updated_after' },
  }

  it('ask for everything without a moment', () => {
    expect(updatesRequest(current, operations.stocksUpdated, stock, none).query).toEqual({})
    expect(updatesRequest(current, operations.transactionsUpdated, transaction, none).query).toEqual({})
  })

  it('name the moment as the profile says, with its milliseconds', () => {
    expect(updatesRequest(serviceAt(undefined, profile), operations.stocksUpdated, stock, since).query).toEqual({
      updated_after: '2026-01-02T03:04:05.678Z',
    })
  })
})

describe('ids in paths', () => {
  it.each([
    ['../x', '/v2/users/..%2Fx/items'],
    ['a/b', '/v2/users/a%2Fb/items'],
    ['a?b=c#d', '/v2/users/a%3Fb%3Dc%23d/items'],
    ['é %', '/v2/users/%C3%A9%20%25/items'],
    ["$&$1$'", "/v2/users/%24%26%241%24'/items"],
    [':id', '/v2/users/%3Aid/items'],
  ])('%p stays one segment', (id, path) => {
    expect(listRequest(current, operations.userItems, item, id).path).toBe(path)
  })

  it.each(['.', '..'])('%p is refused: no escape would keep it from climbing', (id) => {
    expect(() => listRequest(current, operations.userItems, item, id)).toThrow(ConfigError)
  })
})
