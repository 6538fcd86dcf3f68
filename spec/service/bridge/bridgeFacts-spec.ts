import { right } from 'fp-ts/lib/Either.js'
import { decode } from '../../../lib/base/codec/decode.js'
import { decodeClientConfig } from '../../../lib/client/config/decodeClientConfig.js'
import { bridge2018 } from '../../../lib/service/bridge/bridge2018.js'
import { bridge2021 } from '../../../lib/service/bridge/bridge2021.js'
import { bridge2025 } from '../../../lib/service/bridge/bridge2025.js'
import { profileCodec } from '../../../lib/service/profile/profileCodec.js'
import type { ProfilePaths } from '../../../lib/service/profile/ServiceProfile.js'

const profiles = { bridge2018, bridge2021, bridge2025 }

type Where = string | null

/** Where the operations are at the two API versions of `/v2`, one for all where it has not moved, and in 2025-01-15. */
const where: Readonly<Record<keyof ProfilePaths, readonly [v2: Where | readonly [Where, Where], v3: Where]>> = {
  account: ['/v2/accounts/:id', '/v3/aggregation/accounts/:id'],
  accounts: ['/v2/accounts', '/v3/aggregation/accounts'],
  accountsInformation: [[null, '/v2/accounts-information'], '/v3/aggregation/accounts-information'],
  accountTransactions: ['/v2/accounts/:id/transactions', '/v3/aggregation/transactions?account_id=:id'],
  accountTransactionsUpdated: ['/v2/accounts/:id/transactions/updated', '/v3/aggregation/transactions?account_id=:id'],
  authenticate: ['/v2/authenticate', '/v3/aggregation/authorization/token'],
  bank: ['/v2/banks/:id', '/v3/providers/:id'],
  bankFormAdd: [['/v2/connect/items/add/url', 'POST /v2/connect/items/add'], null],
  bankFormEdit: [['/v2/connect/items/edit/url', '/v2/connect/items/edit'], null],
  banks: ['/v2/banks', '/v3/providers'],
  categories: ['/v2/categories', '/v3/aggregation/categories'],
  category: ['/v2/categories/:id', '/v3/aggregation/categories/:id'],
  categoryInsights: [[null, '/v2/insights/category'], '/v3/aggregation/insights/category'],
  connectSession: [null, '/v3/aggregation/connect-sessions'],
  userManagementSession: [null, '/v3/aggregation/user-management-sessions'],
  createUser: ['/v2/users', '/v3/aggregation/users'],
  deleteItem: ['/v2/items/:id', '/v3/aggregation/items/:id'],
  deleteUser: [['/v2/users/:id', 'POST /v2/users/:id/delete'], '/v3/aggregation/users/:id'],
  earlierRefreshStatus: [null, null],
  item: ['/v2/items/:id', '/v3/aggregation/items/:id'],
  items: ['/v2/items', '/v3/aggregation/items'],
  password: [['/v2/users/:id/password', null], null],
  refresh: ['/v2/items/:id/refresh', null],
  refreshStatus: ['/v2/items/:id/refresh/status', null],
  stock: ['/v2/stocks/:id', '/v3/aggregation/stocks/:id'],
  stocks: ['/v2/stocks', '/v3/aggregation/stocks'],
  stocksUpdated: ['/v2/stocks/updated', '/v3/aggregation/stocks'],
  transaction: ['/v2/transactions/:id', '/v3/aggregation/transactions/:id'],
  transactions: ['/v2/transactions', '/v3/aggregation/transactions'],
  transactionsUpdated: ['/v2/transactions/updated', '/v3/aggregation/transactions'],
  user: ['/v2/users/:id', '/v3/aggregation/users/:id'],
  userItems: [null, null],
  users: ['/v2/users', '/v3/aggregation/users'],
}

const keys = Object.keys(where) as ReadonlyArray<keyof ProfilePaths>

describe.each(Object.entries(profiles))('%s', (name, profile) => {
  const at = Object.keys(profiles).indexOf(name)

  it('has the operations if the documentation has them, by the usual methods but if it says so', () => {
    const found = keys.map((key) => [key, profile.methods?.[key], profile.paths[key]])
    const reported = keys.map((key) => {
      const [v2, v3] = where[key]
      const line = at === 2 ? v3 : Array.isArray(v2) ? (v2 as ReadonlyArray<Where>)[at] : v2
      const [path, method] = String(line).split(' ').reverse()
      return [key, method, path === 'null' ? null : path]
    })
    expect(found).toStrictEqual(reported)
  })

  it('is a profile', () => {
    expect(decode(profileCodec, profile)).toEqual(right(profile))
    expect(profile.name).toBe(name)
  })

  it('needs no address and no version beside it', () => {
    const { baseUrl, version } = decodeClientConfig({ clientId: 'app', profile })
    expect(baseUrl).toMatchObject({ origin: at >= 1 ? 'https://api.bridgeapi.io' : 'https://sync.bankin.com' })
    expect(profile.serviceVersion).toBe(['2018-06-15', '2021-06-01', '2025-01-15'][at])
    expect(version.date).toBe(profile.serviceVersion)
    expect(profile.versionHeader).toBe(at >= 1 ? 'Bridge-Version' : 'Bankin-Version')
  })

  it('sends credentials and parameters if its API version takes them', () => {
    expect(profile.credentials).toBe(at === 0 ? 'query' : 'headers')
    expect(profile.parameters).toBe(at === 0 ? 'query' : undefined)
    expect(profile.publicSecret).toBe(at >= 1 ? true : undefined)
    expect(profile.passwordFields).toEqual({ current: 'current_password', next: 'new_password' })
    expect(profile.since.parameter).toBe('since')
    expect(profile.since.format.encode(new Date('2019-06-21T18:44:09.523Z'))).toBe('2019-06-21T18:44:09.523Z')
  })

  it('keeps the limits that are documented', () => {
    expect(decodeClientConfig({ clientId: 'app', profile }).limits).toEqual({
      application: { requests: 2000, per: 5 * 60_000 },
      user: { requests: 60, per: 60_000 },
      authenticate: { requests: 10, per: 60_000 },
    })
  })

  it('says what to do about an item of each status, and about no other', () => {
    expect(profile.itemStates?.statuses).toMatchObject({
      0: 'ok',
      [-2]: 'wait',
      [-3]: 'wait',
      402: 'logIn',
      429: 'actAtBank',
      430: 'actAtBank',
      1003: 'retryLater',
      1005: 'unsupported',
      1007: 'retryLater',
      1009: 'ok',
      1010: 'enterCode',
      1099: 'wait',
    })
    expect(profile.itemStates?.statuses).not.toHaveProperty('1100')
  })

  it('says what to do about a refresh at each step, and which steps end it', () => {
    const hasRefreshes = profile.paths.refreshStatus !== null
    const { refreshes } = profile.itemStates ?? {}
    const ending = ['info_required', 'finished', 'invalid_creds', 'finished_error']
    expect(refreshes).toMatchObject(
      hasRefreshes
        ? {
            authenticating: 'wait',
            retrieving_data: 'wait',
            retreiving_data: 'wait',
            info_required: 'enterCode',
            finished: 'ok',
            invalid_creds: 'logIn',
            finished_error: 'retryLater',
          }
        : {},
    )
    expect(Object.keys(refreshes ?? {}).length > 0).toBe(hasRefreshes)
    expect(
      Object.keys(refreshes ?? {})
        .filter((word) => profile.terminalStatuses.includes(word))
        .sort(),
    ).toEqual(hasRefreshes ? ending.sort() : [])
  })
})
