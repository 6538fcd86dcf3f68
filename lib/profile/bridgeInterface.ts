import { timestamp } from '../codec/timestamp.js'
import { refreshStatus } from '../model/RefreshStatus.js'
import type { ItemStates } from './ItemStates.js'
import { describedRoots } from './roots.js'
import type { ProfilePaths, ServiceInterface } from './ServiceProfile.js'

// How sure a fact is, here and in the profiles. documented: on a page of the vendor's documentation. recorded: in a real
// answer that was kept. client's code: what a public client does. inferred: from these.

/** Where the operations are that have not moved from 2018-06-15 to 2021-06-01. */
const paths = {
  // documented; not read at these stages, as the bank, the category and the transaction of an id are not
  account: null,
  // documented
  accounts: '/v2/accounts',
  // documented in the menu of 2019-02-18; the path is client's code
  accountTransactions: '/v2/accounts/:id/transactions',
  accountTransactionsUpdated: '/v2/accounts/:id/transactions/updated',
  // documented, and recorded in 2020 and 2024
  authenticate: '/v2/authenticate',
  bank: null,
  // recorded
  banks: '/v2/banks',
  // documented
  categories: '/v2/categories',
  category: null,
  // it is of the stage after
  connectSession: null,
  // documented, and recorded for 2018-06-15
  createUser: '/v2/users',
  // documented; it answers 204
  deleteItem: '/v2/items/:id',
  // no source: it is of the stages before
  earlierRefreshStatus: null,
  // documented
  item: '/v2/items/:id',
  items: '/v2/items',
  // documented; it answers 202 without a body
  refresh: '/v2/items/:id/refresh',
  // documented
  refreshStatus: '/v2/items/:id/refresh/status',
  // client's code
  stock: '/v2/stocks/:id',
  // documented
  stocks: '/v2/stocks',
  stocksUpdated: '/v2/stocks/updated',
  transaction: null,
  // documented
  transactions: '/v2/transactions',
  transactionsUpdated: '/v2/transactions/updated',
  // client's code, and the menu of 2019-02-18
  user: '/v2/users/:id',
  // no source
  userItems: null,
  // recorded
  users: '/v2/users',
} satisfies Partial<ProfilePaths>

/** The codes of items and the words of refreshes are documented, but for what is said here; what to do is inferred. */
const itemStates: ItemStates = {
  statuses: {
    0: 'ok',
    // just added, or just edited: the refresh is on its way
    [-2]: 'wait',
    [-3]: 'wait',
    402: 'logIn',
    // such as terms of use to accept
    429: 'actAtBank',
    // the password is to be changed at the bank first; a login with it is asked for by 402 then; not on the newest page
    430: 'actAtBank',
    1003: 'retryLater',
    1005: 'unsupported',
    // refreshes are off for now
    1007: 'retryLater',
    // no transactions explain the balance, as with life insurances: there are none to get
    1009: 'ok',
    // a refresh that somebody is there for, to give the code
    1010: 'enterCode',
    // the service moves the item to another bank
    1099: 'wait',
    // 1100 is left out: professional accounts wait to be confirmed on a page of the service, which no action says
  },
  refreshes: {
    authenticating: 'wait',
    retrieving_data: 'wait',
    // so spelt in one place of the documentation
    retreiving_data: 'wait',
    info_required: 'enterCode',
    finished: 'ok',
    invalid_creds: 'logIn',
    // the status of the item says more
    finished_error: 'retryLater',
  },
}

/** What the stages from 2018-06-15 to 2021-06-01 have in common. */
export const bridgeInterface = {
  // documented
  roots: describedRoots,
  paths,
  // assumed: it is of the stages before
  undatedStage: 'beta 3',
  // documented, with milliseconds; the epoch where it is left out
  since: { parameter: 'since', format: timestamp },
  // client's code
  passwordFields: { current: 'current_password', next: 'new_password' },
  // that no more comes after these words is inferred; `info_required` does not move without the user
  terminalStatuses: ['finished', 'finished_error', 'invalid_creds', 'info_required'],
  itemStates,
  limits: {
    // documented
    application: { requests: 2000, per: 300_000 },
    user: { requests: 60, per: 60_000 },
    // documented from 2019-02-18 on; inferred for 2018-06-15, which is answered by the same host
    authenticate: { requests: 10, per: 60_000 },
  },
} satisfies Partial<Omit<ServiceInterface, 'paths'>> & { readonly paths: Partial<ProfilePaths> }

/** The codecs of the resources that are the same at all these stages. */
export const bridgeCodecs = { refreshStatus }
