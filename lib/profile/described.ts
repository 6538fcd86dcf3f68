import { timestamp } from '../codec/timestamp.js'
import { account } from '../model/Account.js'
import { bank } from '../model/Bank.js'
import { category } from '../model/Category.js'
import { item } from '../model/Item.js'
import { refreshStatus } from '../model/RefreshStatus.js'
import { stock } from '../model/Stock.js'
import { transaction } from '../model/Transaction.js'
import { user } from '../model/User.js'
import type { ServiceProfile } from './ServiceProfile.js'

/**
 * The interface as it is described, its gaps filled with what public deployments of it do. What is assumed says so.
 *
 * @example
 * import { createClient, described } from 'rxbank'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { lastValueFrom } from 'rxjs'
 *
 * const profile = { ...described, paths: { ...described.paths, transactionsUpdated: null } }
 * const sandbox = createSandbox({ seed: 1 })
 * const client = createClient({ baseUrl: 'https://bank.example', ...sandbox.credentials, http: sandbox.http, profile })
 * const { transactions } = client.user({ externalUserId: 'A6J' })
 * await assert.rejects(lastValueFrom(transactions.updated().pages()), { key: 'paths.transactionsUpdated' })
 */
export const described: ServiceProfile = {
  name: 'described',
  versionHeader: 'Service-Version',
  paths: {
    // assumed: the interface names accounts as a resource, but shows no path
    accounts: '/v2/accounts',
    authenticate: '/v2/authenticate',
    // assumed: the interface names the bank form, but shows no path
    bankFormAdd: '/v2/connect/items/add/url',
    // assumed
    bankFormEdit: '/v2/connect/items/edit/url',
    banks: '/v2/banks',
    categories: '/v2/categories',
    earlierRefreshStatus: '/v2/items/:id/status',
    items: '/v2/items',
    // assumed
    password: '/v2/users/:id/password',
    refreshStatus: '/v2/items/:id/refresh/status',
    stock: '/v2/stocks/:id',
    stocks: '/v2/stocks',
    stocksUpdated: '/v2/stocks/updated',
    transactions: '/v2/transactions',
    // assumed
    transactionsUpdated: '/v2/transactions/updated',
    // assumed
    userItems: '/v2/users/:id/items',
    // assumed
    users: '/v2/users',
  },
  // assumed: the newest of the stages without a date
  undatedStage: 'beta 3',
  // assumed: ISO 8601 with milliseconds, as every timestamp of the interface
  since: { parameter: 'since', format: timestamp },
  // assumed
  passwordFields: { current: 'current_password', next: 'new_password' },
  // assumed: the interface shows no states; `info_required` does not move without the user
  terminalStatuses: ['finished', 'finished_error', 'invalid_creds', 'info_required'],
  // the interface names none
  limits: {},
  codecs: { account, bank, category, item, refreshStatus, stock, transaction, user },
}
