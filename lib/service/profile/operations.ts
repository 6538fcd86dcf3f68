import type { Operation } from './Operation.js'

// Each operation is a separate constant, so that a bundle contains only the operations that it uses.

export const banks = {
  key: 'banks',
  name: 'banks.list',
  method: 'GET',
  access: 'public',
  response: 'list',
  resource: 'bank',
} as const satisfies Operation

export const bank = {
  key: 'bank',
  name: 'banks.get',
  method: 'GET',
  access: 'public',
  response: 'one',
  resource: 'bank',
  subject: 'bank',
} as const satisfies Operation

export const categories = {
  key: 'categories',
  name: 'categories.list',
  method: 'GET',
  access: 'public',
  response: 'list',
  resource: 'category',
} as const satisfies Operation

export const category = {
  key: 'category',
  name: 'categories.get',
  method: 'GET',
  access: 'public',
  response: 'one',
  resource: 'category',
  subject: 'category',
} as const satisfies Operation

export const users = {
  key: 'users',
  name: 'users.list',
  method: 'GET',
  access: 'application',
  response: 'list',
  resource: 'user',
} as const satisfies Operation

export const authenticate = {
  key: 'authenticate',
  name: 'authenticate',
  method: 'POST',
  access: 'application',
  response: 'one',
  effect: 'token',
} as const satisfies Operation

export const user = {
  key: 'user',
  name: 'users.get',
  method: 'GET',
  access: 'application',
  response: 'one',
  resource: 'user',
  subject: 'user',
} as const satisfies Operation

export const userItems = {
  key: 'userItems',
  name: 'users.items',
  method: 'GET',
  access: 'application',
  response: 'list',
  resource: 'item',
  subject: 'user',
  since: '2016-01-18',
} as const satisfies Operation

export const createUser = {
  key: 'createUser',
  name: 'users.create',
  method: 'POST',
  access: 'application',
  response: 'one',
  resource: 'user',
  effect: 'change',
} as const satisfies Operation

export const deleteUser = {
  key: 'deleteUser',
  name: 'users.delete',
  method: 'DELETE',
  access: 'application',
  response: 'nothing',
  subject: 'user',
  effect: 'change',
} as const satisfies Operation

export const password = {
  key: 'password',
  name: 'users.changePassword',
  method: 'PUT',
  access: 'application',
  response: 'nothing',
  subject: 'user',
  effect: 'change',
  since: '2016-01-18',
} as const satisfies Operation

export const items = {
  key: 'items',
  name: 'items.list',
  method: 'GET',
  access: 'user',
  response: 'list',
  resource: 'item',
} as const satisfies Operation

export const item = {
  key: 'item',
  name: 'items.get',
  method: 'GET',
  access: 'user',
  response: 'one',
  resource: 'item',
  subject: 'item',
} as const satisfies Operation

export const refreshStatus = {
  key: 'refreshStatus',
  name: 'items.refreshStatus',
  method: 'GET',
  access: 'user',
  response: 'one',
  resource: 'refreshStatus',
  subject: 'item',
  since: '2016-01-18',
} as const satisfies Operation

/** The status of a refresh at its earlier path. */
export const earlierRefreshStatus = {
  key: 'earlierRefreshStatus',
  name: 'items.refreshStatus',
  method: 'GET',
  access: 'user',
  response: 'one',
  resource: 'refreshStatus',
  subject: 'item',
  until: '2016-01-18',
} as const satisfies Operation

/** Starts a refresh of an item. */
export const refresh = {
  key: 'refresh',
  name: 'items.refresh',
  method: 'POST',
  access: 'user',
  response: 'nothing',
  subject: 'item',
  effect: 'refresh',
} as const satisfies Operation

export const deleteItem = {
  key: 'deleteItem',
  name: 'items.delete',
  method: 'DELETE',
  access: 'user',
  response: 'nothing',
  subject: 'item',
  effect: 'change',
} as const satisfies Operation

export const accounts = {
  key: 'accounts',
  name: 'accounts.list',
  method: 'GET',
  access: 'user',
  response: 'list',
  resource: 'account',
} as const satisfies Operation

export const account = {
  key: 'account',
  name: 'accounts.get',
  method: 'GET',
  access: 'user',
  response: 'one',
  resource: 'account',
  subject: 'account',
} as const satisfies Operation

/** Who holds the accounts of each item, according to the bank; not in the documented API. */
export const accountsInformation = {
  key: 'accountsInformation',
  name: 'accounts.information',
  method: 'GET',
  access: 'user',
  response: 'list',
  resource: 'accountInformation',
  needsActivation: true,
} as const satisfies Operation

export const accountTransactions = {
  key: 'accountTransactions',
  name: 'accounts.transactions',
  method: 'GET',
  access: 'user',
  response: 'list',
  resource: 'transaction',
  subject: 'account',
} as const satisfies Operation

export const accountTransactionsUpdated = {
  key: 'accountTransactionsUpdated',
  name: 'accounts.transactions.updated',
  method: 'GET',
  access: 'user',
  response: 'list',
  resource: 'transaction',
  subject: 'account',
  updatesOf: 'accountTransactions',
} as const satisfies Operation

export const transactions = {
  key: 'transactions',
  name: 'transactions.list',
  method: 'GET',
  access: 'user',
  response: 'list',
  resource: 'transaction',
} as const satisfies Operation

export const transactionsUpdated = {
  key: 'transactionsUpdated',
  name: 'transactions.updated',
  method: 'GET',
  access: 'user',
  response: 'list',
  resource: 'transaction',
  updatesOf: 'transactions',
  since: 'beta 3',
} as const satisfies Operation

export const transaction = {
  key: 'transaction',
  name: 'transactions.get',
  method: 'GET',
  access: 'user',
  response: 'one',
  resource: 'transaction',
  subject: 'transaction',
} as const satisfies Operation

/** What a user spends and receives by category; not in the documented API. */
export const categoryInsights = {
  key: 'categoryInsights',
  name: 'insights.category',
  method: 'GET',
  access: 'user',
  response: 'one',
  resource: 'categoryInsights',
  needsActivation: true,
} as const satisfies Operation

export const stocks = {
  key: 'stocks',
  name: 'stocks.list',
  method: 'GET',
  access: 'user',
  response: 'list',
  resource: 'stock',
  since: '2016-01-18',
} as const satisfies Operation

export const stocksUpdated = {
  key: 'stocksUpdated',
  name: 'stocks.updated',
  method: 'GET',
  access: 'user',
  response: 'list',
  resource: 'stock',
  updatesOf: 'stocks',
  since: '2016-01-18',
} as const satisfies Operation

export const stock = {
  key: 'stock',
  name: 'stocks.get',
  method: 'GET',
  access: 'user',
  response: 'one',
  resource: 'stock',
  subject: 'stock',
  since: '2016-01-18',
} as const satisfies Operation

/** The form that connects a new item. */
export const bankFormAdd = {
  key: 'bankFormAdd',
  name: 'bankForm.url',
  method: 'GET',
  access: 'user',
  response: 'one',
  effect: 'form',
  since: 'beta 3',
} as const satisfies Operation

/** The form that edits the credentials of an item. */
export const bankFormEdit = {
  key: 'bankFormEdit',
  name: 'bankForm.url',
  method: 'GET',
  access: 'user',
  response: 'one',
  effect: 'form',
  since: 'beta 3',
} as const satisfies Operation

/** The session in which a user connects an item, or renews the consent for one. */
export const connectSession = {
  key: 'connectSession',
  name: 'connectSession',
  method: 'POST',
  access: 'user',
  response: 'one',
  effect: 'session',
} as const satisfies Operation

/** The session in which a user manages all items on a page of the service. */
export const userManagementSession = {
  key: 'userManagementSession',
  name: 'userManagementSession',
  method: 'POST',
  access: 'user',
  response: 'one',
  effect: 'session',
} as const satisfies Operation

/** All operations by their keys. An operation comes after the operations whose responses have the id that it needs. */
export const operationTable = {
  banks,
  bank,
  categories,
  category,
  users,
  authenticate,
  user,
  userItems,
  createUser,
  deleteUser,
  password,
  items,
  item,
  refreshStatus,
  earlierRefreshStatus,
  refresh,
  deleteItem,
  accounts,
  account,
  accountsInformation,
  accountTransactions,
  accountTransactionsUpdated,
  transactions,
  transactionsUpdated,
  transaction,
  categoryInsights,
  stocks,
  stocksUpdated,
  stock,
  bankFormAdd,
  bankFormEdit,
  connectSession,
  userManagementSession,
}

/** The key of an operation. */
export type OperationKey = keyof typeof operationTable
