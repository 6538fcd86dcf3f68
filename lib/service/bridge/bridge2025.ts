import * as t from 'io-ts'
import { plainDate } from '../../base/codec/calendar.js'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { id } from '../../base/codec/id.js'
import { nonEmpty } from '../../base/codec/nonEmpty.js'
import { timestamp } from '../../base/codec/timestamp.js'
import { user } from '../model/User.js'
import type { Resources } from '../profile/Codecs.js'
import type { FilterOptions, ServiceProfile } from '../profile/ServiceProfile.js'
import { bridge2021CategoryGroup, categoriesOfGroup } from './Bridge2021Category.js'
import { type Bridge2025Account, bridge2025Account } from './Bridge2025Account.js'
import { type Bridge2025Category, bridge2025Category, type Bridge2025CategoryGroup } from './Bridge2025Category.js'
import { type Bridge2025Item, bridge2025Item } from './Bridge2025Item.js'
import { type Bridge2025Provider, bridge2025Provider } from './Bridge2025Provider.js'
import { type Bridge2025Stock, bridge2025Stock } from './Bridge2025Stock.js'
import { type Bridge2025Transaction, bridge2025Transaction } from './Bridge2025Transaction.js'
import { bridgeCodecs, bridgeInterface, withoutSource } from './bridgeInterface.js'
import type { BridgeRefreshStatus } from './BridgeRefreshStatus.js'

/**
 * Several words in one parameter. The comma as separator is inferred: the documentation only says that there may be
 * several words.
 */
const words: t.Type<ReadonlyArray<string>, string> = new t.Type(
  'a list of words',
  (u): u is ReadonlyArray<string> => Array.isArray(u) && u.length > 0 && u.every(nonEmpty.is),
  (u, context) => (nonEmpty.is(u) ? t.success(u.split(',')) : t.failure(u, context)),
  (list) => list.join(','),
)

// documented: `since` and `until` are times, which are compared with `updated_at`; `minDate` and `maxDate` are days,
// which are compared with the row's own date
const byUpdate = {
  since: { parameter: 'since', format: timestamp },
  until: { parameter: 'until', format: timestamp },
}

const byDate = {
  minDate: { parameter: 'min_date', format: plainDate },
  maxDate: { parameter: 'max_date', format: plainDate },
}

const byAccount = { accountId: { parameter: 'account_id', format: id } }

/** The filters of the lists of 2025-01-15. */
const bridge2025Filters = {
  // documented
  accounts: { itemId: { parameter: 'item_id', format: id } },
  accountTransactions: { ...byUpdate, ...byDate },
  accountTransactionsUpdated: byDate,
  // documented
  banks: {
    countryCodes: { parameter: 'country_code', format: words },
    capabilities: { parameter: 'capabilities', format: words },
    aggregationReleaseStatuses: { parameter: 'aggregation_release_status', format: words },
    paymentReleaseStatuses: { parameter: 'payment_release_status', format: words },
    segments: { parameter: 'segment', format: words },
    providerEnvironments: { parameter: 'provider_environments', format: words },
  },
  // documented; there is no `until`
  stocks: { since: byUpdate.since, ...byAccount },
  stocksUpdated: byAccount,
  transactions: { ...byUpdate, ...byDate, ...byAccount },
  // the list itself has the changes; `until` is omitted, because it would make a watcher miss later changes
  transactionsUpdated: { ...byDate, ...byAccount },
  // seen in clients' code; not documented, and one client says that it may be ignored
  users: { externalUserId: { parameter: 'external_user_id', format: nonEmpty } },
}

/**
 * The filter options of each list, by the key of the list.
 *
 * @useDeclaredType
 */
export type Bridge2025Filters = {
  readonly [K in keyof typeof bridge2025Filters]: FilterOptions<(typeof bridge2025Filters)[K]>
}

/** The resources of {@link bridge2025}, and the options that narrow its lists. */
export interface Bridge2025Resources extends Resources {
  readonly account: Bridge2025Account
  readonly bank: Bridge2025Provider
  readonly category: Bridge2025Category
  readonly categoryRow: Bridge2025CategoryGroup<Bridge2025Category>
  readonly filters: Bridge2025Filters
  readonly item: Bridge2025Item
  readonly refreshStatus: BridgeRefreshStatus
  readonly stock: Bridge2025Stock
  readonly transaction: Bridge2025Transaction
}

/**
 * The Bridge API as of 2025-01-15, `/v3`: banks are providers, a removed row has `deleted`, and no operation starts a
 * refresh. Its limits are 60 requests a minute for each user, 2,000 requests in five minutes for the application, and
 * 10 authentications a minute for each user. Comments in the source say whether each fact is documented, observed or
 * inferred.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { of } from 'rxjs'
 *
 * const urls: Array<string> = []
 * const http = ({ url }: { url: string }) => {
 *   urls.push(url)
 *   return of({ status: 200, headers: {}, body: '{"resources":[]}' })
 * }
 * const client = createClient({ clientId: 'id', http, profile: bridge2025 })
 * client.banks.all({ countryCodes: ['FR', 'ES'] }).subscribe()
 * assert.deepStrictEqual(urls, ['https://api.bridgeapi.io/v3/providers?country_code=FR%2CES'])
 */
export const bridge2025: ServiceProfile<Bridge2025Resources> = {
  ...bridgeInterface,
  name: 'bridge2025',
  // documented
  versionHeader: 'Bridge-Version',
  serviceVersion: '2025-01-15',
  baseUrl: 'https://api.bridgeapi.io',
  // seen in clients' code: each request has both, even with a token
  credentials: 'headers',
  publicSecret: true,
  // documented: paths begin with `/v3/aggregation` or `/v3/providers`
  roots: ['/v3'],
  paths: {
    ...withoutSource,
    // documented: the path of a single resource begins with its list's path
    account: '/v3/aggregation/accounts/:id',
    accounts: '/v3/aggregation/accounts',
    // documented: the response is a list; the service has to activate it
    accountsInformation: '/v3/aggregation/accounts-information',
    accountTransactions: '/v3/aggregation/transactions?account_id=:id',
    accountTransactionsUpdated: '/v3/aggregation/transactions?account_id=:id',
    authenticate: '/v3/aggregation/authorization/token',
    bank: '/v3/providers/:id',
    banks: '/v3/providers',
    categories: '/v3/aggregation/categories',
    category: '/v3/aggregation/categories/:id',
    // documented: the response has `resources`; seen in clients' code: 403 or 404 if it was not bought
    categoryInsights: '/v3/aggregation/insights/category',
    connectSession: '/v3/aggregation/connect-sessions',
    createUser: '/v3/aggregation/users',
    deleteItem: '/v3/aggregation/items/:id',
    deleteUser: '/v3/aggregation/users/:id',
    item: '/v3/aggregation/items/:id',
    items: '/v3/aggregation/items',
    stock: '/v3/aggregation/stocks/:id',
    stocks: '/v3/aggregation/stocks',
    stocksUpdated: '/v3/aggregation/stocks',
    transaction: '/v3/aggregation/transactions/:id',
    transactions: '/v3/aggregation/transactions',
    transactionsUpdated: '/v3/aggregation/transactions',
    user: '/v3/aggregation/users/:id',
    userManagementSession: '/v3/aggregation/user-management-sessions',
    users: '/v3/aggregation/users',
    // removed: a connect session replaces the form
    bankFormAdd: null,
    bankFormEdit: null,
    // removed
    password: null,
    // in no list of operations: the service itself refreshes items once or twice a day
    refresh: null,
    refreshStatus: null,
    // no source
    earlierRefreshStatus: null,
  },
  filters: bridge2025Filters,
  // documented
  externalUserId: guardCodec(
    '1 to 128 letters, digits, hyphens and underscores, such as a hash of an email',
    (u): u is string => typeof u === 'string' && /^[\w-]{1,128}$/.test(u),
  ),
  // no operation has the status of a refresh
  terminalStatuses: [],
  // inferred: the numbers are from the earlier API versions; documented: each but 0 leads to a connect session
  itemStates: { statuses: bridgeInterface.itemStates.statuses, refreshes: {} },
  codecs: {
    ...bridgeCodecs,
    account: bridge2025Account,
    bank: bridge2025Provider,
    category: bridge2025Category,
    item: bridge2025Item,
    stock: bridge2025Stock,
    transaction: bridge2025Transaction,
    user,
  },
  nested: { categories: { row: bridge2021CategoryGroup, flatten: categoriesOfGroup } },
}
