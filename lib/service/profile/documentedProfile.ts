import { timestamp } from '../../base/codec/timestamp.js'
import { defaultCodecs } from './Codecs.js'
import { defaultRoots } from './roots.js'
import type { ServiceProfile } from './ServiceProfile.js'

/** The header that carries the version. */
const versionHeader = 'Service-Version'

/**
 * The service according to its documented API; gaps are filled with the behaviour of public deployments. Comments mark
 * assumptions.
 *
 * @example
 * import { createClient, documentedProfile } from 'rxbank'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { lastValueFrom } from 'rxjs'
 *
 * const profile = { ...documentedProfile, paths: { ...documentedProfile.paths, transactionsUpdated: null } }
 * const sandbox = createSandbox({ profile: documentedProfile, seed: 1 })
 * const client = createClient({ baseUrl: 'https://bank.example', ...sandbox.credentials, http: sandbox.http, profile })
 * const { transactions } = client.user({ externalUserId: 'A6J' })
 * await assert.rejects(lastValueFrom(transactions.updated().pages()), { key: 'paths.transactionsUpdated' })
 */
export const documentedProfile: ServiceProfile = {
  name: 'documented',
  versionHeader,
  roots: defaultRoots,
  paths: {
    // assumed: accounts are documented as a resource, but without a path
    accounts: '/v2/accounts',
    // the documented API does not have the operations that are `null`
    account: null,
    accountsInformation: null,
    accountTransactions: null,
    accountTransactionsUpdated: null,
    authenticate: '/v2/authenticate',
    // assumed: the bank form is documented, but without a path
    bankFormAdd: '/v2/connect/items/add/url',
    // assumed
    bankFormEdit: '/v2/connect/items/edit/url',
    bank: null,
    banks: '/v2/banks',
    categories: '/v2/categories',
    category: null,
    categoryInsights: null,
    connectSession: null,
    createUser: null,
    deleteItem: null,
    deleteUser: null,
    earlierRefreshStatus: '/v2/items/:id/status',
    item: null,
    items: '/v2/items',
    // assumed
    password: '/v2/users/:id/password',
    refresh: null,
    refreshStatus: '/v2/items/:id/refresh/status',
    stock: '/v2/stocks/:id',
    stocks: '/v2/stocks',
    stocksUpdated: '/v2/stocks/updated',
    transaction: null,
    transactions: '/v2/transactions',
    // assumed
    transactionsUpdated: '/v2/transactions/updated',
    user: null,
    // assumed
    userItems: '/v2/users/:id/items',
    userManagementSession: null,
    // assumed
    users: '/v2/users',
  },
  // assumed: the newest of the API versions without a date
  undatedApiVersion: 'beta 3',
  // assumed: ISO 8601 with milliseconds, as every timestamp of the API
  since: { parameter: 'since', format: timestamp },
  // assumed
  passwordFields: { current: 'current_password', next: 'new_password' },
  // assumed: no states are documented. `info_required` changes only when the user acts
  terminalStatuses: ['finished', 'finished_error', 'invalid_creds', 'info_required'],
  // none are documented
  limits: {},
  codecs: defaultCodecs,
}
