import type { ProfilePaths } from '../profile/ServiceProfile.js'

/** The name of an operation: the profile's name for its path. */
export type RouteName = keyof ProfilePaths

/** What a route demands. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly access: 'public' | 'application' | 'user'
  /** The first stage of the interface that has it; before, it is not there. */
  readonly from?: string
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
  items: { method: 'GET', access: 'user', list: true },
  password: { method: 'PUT', access: 'application', from: '2016-01-18' },
  refreshStatus: { method: 'GET', access: 'user' },
  stock: { method: 'GET', access: 'user', from: '2016-01-18' },
  stocks: { method: 'GET', access: 'user', list: true, from: '2016-01-18' },
  stocksUpdated: { method: 'GET', access: 'user', list: true, from: '2016-01-18' },
  transactions: { method: 'GET', access: 'user', list: true },
  transactionsUpdated: { method: 'GET', access: 'user', list: true },
  userItems: { method: 'GET', access: 'application', list: true, from: '2016-01-18' },
  users: { method: 'GET', access: 'application', list: true },
}
