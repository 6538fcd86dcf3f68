import type { Option } from 'fp-ts/lib/Option.js'
import { type Account, account } from '../model/Account.js'
import { type Bank, bank } from '../model/Bank.js'
import { type Category, category } from '../model/Category.js'
import { type Item, item } from '../model/Item.js'
import { type RefreshStatus, refreshStatus } from '../model/RefreshStatus.js'
import type { Changed } from '../model/RemovedRow.js'
import { type Stock, stock } from '../model/Stock.js'
import { type Transaction, transaction } from '../model/Transaction.js'
import { type User, user } from '../model/User.js'
import { defaultService } from '../profile/documentedInterface.js'
import * as operations from '../profile/operations.js'
import { serviceVersion } from '../profile/ServiceVersion.js'
import * as categories from './categoryRequests.js'
import * as refreshStatuses from './getRefreshStatus.js'
import { listRequest, singleRequest, updatesRequest } from './operationRequests.js'
import type { ListRequest, Request } from './Request.js'

// Each request is a separate constant, so that a bundle contains only the codecs of those that it uses.
const service = /* @__PURE__ */ defaultService(/* @__PURE__ */ serviceVersion('2021-06-01', 'beta 3'))

/**
 * The banks that can be connected: public. Like all requests here, it is for `documentedProfile` with its newest API version.
 */
export const listBanks: ListRequest<Bank> = /* @__PURE__ */ listRequest(service, operations.banks, bank)

/** The categories of transactions: public, their names in the service's language. */
export const listCategories: ListRequest<Category> = /* @__PURE__ */ categories.listCategories(service, category)

/** The users of the application. */
export const listUsers: ListRequest<User> = /* @__PURE__ */ listRequest(service, operations.users, user)

/** The accounts of a user. */
export const listAccounts: ListRequest<Account> = /* @__PURE__ */ listRequest(service, operations.accounts, account)

/** The items of a user. */
export const listItems: ListRequest<Item> = /* @__PURE__ */ listRequest(service, operations.items, item)

/** The stocks of a user. */
export const listStocks: ListRequest<Stock> = /* @__PURE__ */ listRequest(service, operations.stocks, stock)

/** The transactions of a user, newest first. */
export const listTransactions: ListRequest<Transaction> = /* @__PURE__ */ listRequest(
  service,
  operations.transactions,
  transaction,
)

/**
 * The items of one user of the application, requested by the application.
 *
 * @example
 * import { listUserItems } from 'rxbank'
 *
 * const { access, path } = listUserItems('c2a26c9e-dc23-4f67-b887-bbae0f26c415')
 * assert.deepStrictEqual([access, path], ['application', '/v2/users/c2a26c9e-dc23-4f67-b887-bbae0f26c415/items'])
 */
export const listUserItems = (userUuid: string): ListRequest<Item> =>
  listRequest(service, operations.userItems, item, userUuid)

/**
 * The status of an item's refresh; for `poll`.
 *
 * @example
 * import { getRefreshStatus } from 'rxbank'
 *
 * assert.deepStrictEqual(getRefreshStatus(187741).path, '/v2/items/187741/refresh/status')
 */
export const getRefreshStatus = (itemId: number): Request<RefreshStatus> =>
  refreshStatuses.getRefreshStatus(service, refreshStatus, itemId)

/**
 * One stock of a user.
 *
 * @example
 * import { getStock } from 'rxbank'
 *
 * assert.deepStrictEqual(getStock(42).path, '/v2/stocks/42')
 */
export const getStock = (stockId: number): Request<Stock> => singleRequest(service, operations.stock, stock, stockId)

/**
 * The stocks that changed since a moment; for `changes`.
 *
 * @example
 * import { some } from 'fp-ts/lib/Option.js'
 * import { listUpdatedStocks } from 'rxbank'
 *
 * const { query } = listUpdatedStocks(some(new Date('2026-01-02T03:04:05.678Z')))
 * assert.deepStrictEqual(query, { since: '2026-01-02T03:04:05.678Z' })
 */
export const listUpdatedStocks = (since: Option<Date>): ListRequest<Changed<Stock>> =>
  updatesRequest(service, operations.stocksUpdated, stock, since)

/**
 * The transactions that were created, updated or deleted since a moment; for `changes`.
 *
 * @example
 * import { none } from 'fp-ts/lib/Option.js'
 * import { listUpdatedTransactions } from 'rxbank'
 *
 * assert.deepStrictEqual(listUpdatedTransactions(none).path, '/v2/transactions/updated')
 */
export const listUpdatedTransactions = (since: Option<Date>): ListRequest<Changed<Transaction>> =>
  updatesRequest(service, operations.transactionsUpdated, transaction, since)
