import { timestamp } from '../../base/codec/timestamp.js'
import { accountInformation } from '../model/AccountInformation.js'
import { categoryInsights } from '../model/Category.js'
import { commonLimitHeaders } from '../profile/limitHeaders.js'
import { defaultRoots } from '../profile/roots.js'
import type { ItemStates, ProfilePaths, ServiceInterface } from '../profile/ServiceProfile.js'
import { bridgeRefreshStatus } from './BridgeRefreshStatus.js'

// The sources of facts, here and in the profiles. documented: on a page of the vendor's documentation. recorded: in a
// stored response of the service. client's code: what a public client does. inferred: concluded from these.

/** The operations that no source shows in any API version, including 2025-01-15. */
export const withoutSource = { userItems: null } satisfies Partial<ProfilePaths>

/** The paths of operations that are the same in 2018-06-15 and 2021-06-01. */
const paths = {
  ...withoutSource,
  // client's code, at 2018-06-15 and 2021-06-01
  account: '/v2/accounts/:id',
  // documented
  accounts: '/v2/accounts',
  // only in API version 2021-06-01, by client's code
  accountsInformation: null,
  // documented in the menu of 2019-02-18; the path is client's code
  accountTransactions: '/v2/accounts/:id/transactions',
  accountTransactionsUpdated: '/v2/accounts/:id/transactions/updated',
  // documented, and recorded in 2020 and 2024
  authenticate: '/v2/authenticate',
  // recorded for 2018-06-15: a bank without its group
  bank: '/v2/banks/:id',
  // recorded
  banks: '/v2/banks',
  // documented
  categories: '/v2/categories',
  // documented for 2021-06-01; for 2018-06-15 client's code
  category: '/v2/categories/:id',
  // only in API version 2021-06-01, by client's code
  categoryInsights: null,
  // only in API version 2025-01-15
  connectSession: null,
  userManagementSession: null,
  // documented, and recorded for 2018-06-15
  createUser: '/v2/users',
  // documented; the response is a 204
  deleteItem: '/v2/items/:id',
  // only in earlier API versions
  earlierRefreshStatus: null,
  // documented
  item: '/v2/items/:id',
  items: '/v2/items',
  // documented; the response is a 202 without a body
  refresh: '/v2/items/:id/refresh',
  // documented
  refreshStatus: '/v2/items/:id/refresh/status',
  // client's code
  stock: '/v2/stocks/:id',
  // documented
  stocks: '/v2/stocks',
  stocksUpdated: '/v2/stocks/updated',
  // client's code, at 2018-06-15 and 2021-06-01
  transaction: '/v2/transactions/:id',
  // documented
  transactions: '/v2/transactions',
  transactionsUpdated: '/v2/transactions/updated',
  // client's code, and the menu of 2019-02-18
  user: '/v2/users/:id',
  // recorded
  users: '/v2/users',
} satisfies Partial<ProfilePaths>

/** The statuses of items and refreshes are documented except where noted; the actions are inferred. */
const itemStates: ItemStates = {
  statuses: {
    0: 'ok',
    // added or edited just now; its refresh has begun or is about to
    [-2]: 'wait',
    [-3]: 'wait',
    402: 'logIn',
    // such as terms of use to accept
    429: 'actAtBank',
    // the password must be changed at the bank first; then the service requests a new login with 402; not on the newest
    // page
    430: 'actAtBank',
    1003: 'retryLater',
    1005: 'unsupported',
    // refreshes are disabled for now
    1007: 'retryLater',
    // the balance is not explained by transactions, as with life insurances; there are none to read
    1009: 'ok',
    // the user must be present at the refresh, to enter the code
    1010: 'enterCode',
    // the service is migrating the item to another bank
    1099: 'wait',
    // 1100 is omitted: the user must confirm professional accounts on a page of the service, and no action represents
    // this
  },
  refreshes: {
    authenticating: 'wait',
    retrieving_data: 'wait',
    // the documentation has this spelling once
    retreiving_data: 'wait',
    info_required: 'enterCode',
    finished: 'ok',
    invalid_creds: 'logIn',
    // the status of the item says more
    finished_error: 'retryLater',
  },
}

/** The facts that are the same in 2018-06-15 and 2021-06-01. */
export const bridgeInterface = {
  // documented
  roots: defaultRoots,
  paths,
  // assumed: only in earlier API versions
  undatedApiVersion: 'beta 3',
  // documented, with milliseconds; without it the service assumes the epoch
  since: { parameter: 'since', format: timestamp },
  // client's code
  passwordFields: { current: 'current_password', next: 'new_password' },
  // inferred: no other status follows by itself; `info_required` changes only when the user acts
  terminalStatuses: ['finished', 'finished_error', 'invalid_creds', 'info_required'],
  itemStates,
  // client's code, of 2018-06-15: `Ratelimit-Limit`, `-Remaining` and `-Reset`, an ISO time; responses that were
  // recorded in 2019, 2020 and 2024 have none. inferred: a later API version uses the common headers, if any
  limitHeaders: commonLimitHeaders,
  limits: {
    // documented
    application: { requests: 2000, per: 300_000 },
    user: { requests: 60, per: 60_000 },
    // documented since 2019-02-18; inferred for 2018-06-15, which the same host serves
    authenticate: { requests: 10, per: 60_000 },
  },
} satisfies Partial<Omit<ServiceInterface, 'paths'>> & { readonly paths: Partial<ProfilePaths> }

/** The codecs of the resources that are the same in both API versions. */
export const bridgeCodecs = { accountInformation, categoryInsights, refreshStatus: bridgeRefreshStatus }
