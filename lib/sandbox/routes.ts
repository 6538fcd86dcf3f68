import type { ProfilePaths } from '../profile/ServiceProfile.js'

/** The name of an operation: the profile's name for its path. */
export type RouteName = Exclude<
  keyof ProfilePaths,
  | 'accountTransactions'
  | 'accountTransactionsUpdated'
  | 'createUser'
  | 'deleteItem'
  | 'deleteUser'
  | 'item'
  | 'refresh'
  | 'user'
>

/** What a route demands. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly access: 'public' | 'application' | 'user'
  readonly list?: boolean
}

/** The operations of the interface. */
export const routes: Readonly<Record<RouteName, Route>> = {
  accounts: { method: 'GET', access: 'user', list: true },
  authenticate: { method: 'POST', access: 'application' },
  bankFormAdd: { method: 'GET', access: 'user' },
  bankFormEdit: { method: 'GET', access: 'user' },
  banks: { method: 'GET', access: 'public', list: true },
  categories: { method: 'GET', access: 'public', list: true },
  earlierRefreshStatus: { method: 'GET', access: 'user' },
  items: { method: 'GET', access: 'user', list: true },
  password: { method: 'PUT', access: 'application' },
  refreshStatus: { method: 'GET', access: 'user' },
  stock: { method: 'GET', access: 'user' },
  stocks: { method: 'GET', access: 'user', list: true },
  stocksUpdated: { method: 'GET', access: 'user', list: true },
  transactions: { method: 'GET', access: 'user', list: true },
  transactionsUpdated: { method: 'GET', access: 'user', list: true },
  userItems: { method: 'GET', access: 'application', list: true },
  users: { method: 'GET', access: 'application', list: true },
}
