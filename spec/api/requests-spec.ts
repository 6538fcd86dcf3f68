import { none, some } from 'fp-ts/lib/Option.js'
import { listAccounts } from '../../lib/api/accounts.js'
import { authenticate } from '../../lib/api/authenticate.js'
import { getBankForm } from '../../lib/api/bankForm.js'
import { listBanks } from '../../lib/api/banks.js'
import { listCategories } from '../../lib/api/categories.js'
import { getRefreshStatus, listItems } from '../../lib/api/items.js'
import { getStock, listStocks, listUpdatedStocks } from '../../lib/api/stocks.js'
import { listTransactions, listUpdatedTransactions } from '../../lib/api/transactions.js'
import { changePassword, listUserItems, listUsers } from '../../lib/api/users.js'
import { ConfigError } from '../../lib/error/ConfigError.js'
import { UnspecifiedOperation } from '../../lib/error/UnspecifiedOperation.js'
import type { RequestLine } from '../../lib/http/Request.js'
import { described } from '../../lib/profile/described.js'
import type { ProfilePaths, ServiceProfile } from '../../lib/profile/ServiceProfile.js'

const uuid = 'c2a26c9e-dc23-4f67-b887-bbae0f26c415'
const since = some(new Date('2026-01-02T03:04:05.678Z'))
const { account, bank, category, item, refreshStatus, stock, transaction, user } = described.codecs

type Make = (profile: ServiceProfile) => RequestLine

/** Every request of the library: how it is made, the path that it needs, and what it says beside. */
const requests: ReadonlyArray<readonly [operation: string, key: keyof ProfilePaths, make: Make, line: object]> = [
  [
    'authenticate',
    'authenticate',
    (p) => authenticate(p, { userUuid: uuid }),
    { method: 'POST', path: '/v2/authenticate', body: { user_uuid: uuid }, access: 'application' },
  ],
  ['banks.list', 'banks', (p) => listBanks(p, bank), { path: '/v2/banks', access: 'public' }],
  [
    'categories.list',
    'categories',
    (p) => listCategories(p, category, 'fr'),
    { path: '/v2/categories', access: 'public', headers: { 'Accept-Language': 'fr' } },
  ],
  ['items.list', 'items', (p) => listItems(p, item), { path: '/v2/items' }],
  [
    'items.refreshStatus',
    'refreshStatus',
    (p) => getRefreshStatus(p, refreshStatus, 187741),
    { path: '/v2/items/187741/refresh/status' },
  ],
  ['accounts.list', 'accounts', (p) => listAccounts(p, account), { path: '/v2/accounts' }],
  ['stocks.list', 'stocks', (p) => listStocks(p, stock), { path: '/v2/stocks' }],
  [
    'stocks.updated',
    'stocksUpdated',
    (p) => listUpdatedStocks(p, stock, since),
    { path: '/v2/stocks/updated', query: { since: '2026-01-02T03:04:05.678Z' } },
  ],
  ['stocks.get', 'stock', (p) => getStock(p, stock, 1000013123932), { path: '/v2/stocks/1000013123932' }],
  ['transactions.list', 'transactions', (p) => listTransactions(p, transaction), { path: '/v2/transactions' }],
  [
    'transactions.updated',
    'transactionsUpdated',
    (p) => listUpdatedTransactions(p, transaction, since),
    { path: '/v2/transactions/updated', query: { since: '2026-01-02T03:04:05.678Z' } },
  ],
  ['users.list', 'users', (p) => listUsers(p, user), { path: '/v2/users', access: 'application' }],
  [
    'users.items',
    'userItems',
    (p) => listUserItems(p, item, uuid),
    { path: `/v2/users/${uuid}/items`, access: 'application' },
  ],
  [
    'users.changePassword',
    'password',
    (p) => changePassword(p, uuid, { current: 'old', next: 'new' }),
    {
      method: 'PUT',
      path: `/v2/users/${uuid}/password`,
      body: { current_password: 'old', new_password: 'new' },
      access: 'application',
    },
  ],
  ['bankForm.url', 'bankFormAdd', (p) => getBankForm(p, {}), { path: '/v2/connect/items/add/url', query: {} }],
  [
    'bankForm.url',
    'bankFormEdit',
    (p) => getBankForm(p, { itemId: 187741, redirectUrl: 'https://app.example/connected' }),
    { path: '/v2/connect/items/edit/url', query: { item_id: 187741, redirect_url: 'https://app.example/connected' } },
  ],
]

const quiet = { body: undefined, query: undefined, headers: undefined }

describe('the requests', () => {
  it('are all here: each path of the profile is used', () => {
    expect(requests.map(([, key]) => key).sort()).toEqual(Object.keys(described.paths).sort())
  })

  it.each(requests)('%s by %s says what the interface asks for', (operation, _, make, line) => {
    const { method, path, access, body, query, headers, ...rest } = make(described)
    const optional = { body, query, headers }
    const defaults = { operation, method: 'GET', access: 'user', ...quiet }
    const said = { operation: rest.operation, method, path, access, ...optional }
    expect(JSON.parse(JSON.stringify(said))).toEqual(JSON.parse(JSON.stringify({ ...defaults, ...line })))
    expect(rest.safe).toBeUndefined()
  })

  it.each(requests)('%s throws an UnspecifiedOperation where the profile has no %s', (operation, key, make) => {
    const profile: ServiceProfile = { ...described, paths: { ...described.paths, [key]: null } }
    expect(() => make(profile)).toThrow(new UnspecifiedOperation({ operation, key: `paths.${key}` }))
  })

  it.each(requests)('%s goes where the profile says, by %s', (_operation, key, make) => {
    const moved = described.paths[key]?.replace('/v2/', '/v2/moved/') ?? null
    const profile: ServiceProfile = { ...described, paths: { ...described.paths, [key]: moved } }
    expect(make(profile).path).toBe(make(described).path.replace('/v2/', '/v2/moved/'))
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
    expect(authenticate(described, identity).body).toEqual(body)
  })
})

describe('listCategories', () => {
  it('leaves the language to the service where none is asked for', () => {
    expect(listCategories(described, category).headers).toEqual({})
  })
})

describe('lists of what was updated', () => {
  const profile: ServiceProfile = { ...described, since: { ...described.since, parameter: 'updated_after' } }

  it('ask for everything without a moment', () => {
    expect(listUpdatedStocks(described, stock, none).query).toEqual({})
    expect(listUpdatedTransactions(described, transaction, none).query).toEqual({})
  })

  it('name the moment as the profile says, with its milliseconds', () => {
    expect(listUpdatedStocks(profile, stock, since).query).toEqual({ updated_after: '2026-01-02T03:04:05.678Z' })
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
    expect(listUserItems(described, item, id).path).toBe(path)
  })

  it.each(['.', '..'])('%p is refused: no escape would keep it from climbing', (id) => {
    expect(() => listUserItems(described, item, id)).toThrow(ConfigError)
  })
})
