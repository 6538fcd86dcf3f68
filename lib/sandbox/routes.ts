import type { Method } from '../profile/Method.js'
import type { ProfilePaths, ServiceInterface } from '../profile/ServiceProfile.js'

/** The name of an operation: the profile's name for its path. */
export type RouteName = keyof ProfilePaths

/** What a route demands. */
export interface Route {
  /** The usual one; a profile may have another. */
  readonly method: Method
  readonly access: 'public' | 'application' | 'user'
  readonly list?: boolean
}

/** The operations of the interface, and those that deployments have beyond it. */
export const routes: Readonly<Record<RouteName, Route>> = {
  accounts: { method: 'GET', access: 'user', list: true },
  accountTransactions: { method: 'GET', access: 'user', list: true },
  accountTransactionsUpdated: { method: 'GET', access: 'user', list: true },
  authenticate: { method: 'POST', access: 'application' },
  bankFormAdd: { method: 'GET', access: 'user' },
  bankFormEdit: { method: 'GET', access: 'user' },
  banks: { method: 'GET', access: 'public', list: true },
  categories: { method: 'GET', access: 'public', list: true },
  createUser: { method: 'POST', access: 'application' },
  deleteItem: { method: 'DELETE', access: 'user' },
  deleteUser: { method: 'DELETE', access: 'application' },
  earlierRefreshStatus: { method: 'GET', access: 'user' },
  item: { method: 'GET', access: 'user' },
  items: { method: 'GET', access: 'user', list: true },
  password: { method: 'PUT', access: 'application' },
  refresh: { method: 'POST', access: 'user' },
  refreshStatus: { method: 'GET', access: 'user' },
  stock: { method: 'GET', access: 'user' },
  stocks: { method: 'GET', access: 'user', list: true },
  stocksUpdated: { method: 'GET', access: 'user', list: true },
  transactions: { method: 'GET', access: 'user', list: true },
  transactionsUpdated: { method: 'GET', access: 'user', list: true },
  user: { method: 'GET', access: 'application' },
  userItems: { method: 'GET', access: 'application', list: true },
  users: { method: 'GET', access: 'application', list: true },
}

/** The method that a profile has for an operation. */
export const methodOf = ({ methods }: ServiceInterface, name: RouteName): Method =>
  methods?.[name] ?? routes[name].method
