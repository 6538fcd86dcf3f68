import { categoryInsights } from '../categoryInsights.js'
import { deleteItem } from '../itemOperations.js'
import type { AnsweredRoute } from '../SandboxOperation.js'
import type { WireRequest } from '../WireRequest.js'
import { connectSession } from './connectSession2025.js'
import { categories, category, filterNames, provider, providers } from './providers2025.js'
import { authenticate, createUser, deleteUser, user, users } from './userOperations2025.js'
import { account, accounts, item, items, stock, stocks, transaction, transactions } from './userResources2025.js'

const has =
  (...names: ReadonlyArray<string>) =>
  ({ query }: WireRequest): boolean => {
    const parameters = new URLSearchParams(query)
    return names.every((name) => parameters.has(name))
  }

const root = '/v3/aggregation'

const list = { method: 'GET', list: true } as const

const transactionList = {
  ...list,
  access: 'user',
  path: `${root}/transactions`,
  kept: ['limit', 'since', 'until', 'min_date', 'max_date', 'account_id'],
  answer: transactions,
} as const

const stockList = {
  ...list,
  access: 'user',
  path: `${root}/stocks`,
  kept: ['limit', 'since', 'account_id'],
  answer: stocks,
} as const

const of = (
  access: AnsweredRoute['access'],
  name: AnsweredRoute['name'],
  path: string,
  answer: AnsweredRoute['answer'],
) => ({
  name,
  path,
  access,
  answer,
  method: 'GET' as const,
})

/**
 * The operations of the stage with their paths. It has no operations for refreshes. If several operations share a path,
 * the first whose `when` accepts the request is used, so that the journal has the most precise name.
 */
export const placedRoutes: ReadonlyArray<AnsweredRoute> = [
  { ...of('public', 'banks', '/v3/providers', providers), ...list, kept: ['limit', ...filterNames] },
  of('public', 'bank', '/v3/providers/:id', provider),
  { ...of('public', 'categories', `${root}/categories`, categories), ...list },
  of('public', 'category', `${root}/categories/:id`, category),
  { ...of('application', 'authenticate', `${root}/authorization/token`, authenticate), method: 'POST' },
  { ...of('application', 'users', `${root}/users`, users), ...list, kept: ['limit', 'external_user_id'] },
  { ...of('application', 'createUser', `${root}/users`, createUser), method: 'POST' },
  of('application', 'user', `${root}/users/:id`, user),
  { ...of('application', 'deleteUser', `${root}/users/:id`, deleteUser), method: 'DELETE' },
  { ...of('user', 'items', `${root}/items`, items), ...list },
  of('user', 'item', `${root}/items/:id`, item),
  { ...of('user', 'deleteItem', `${root}/items/:id`, deleteItem), method: 'DELETE' },
  { ...of('user', 'accounts', `${root}/accounts`, accounts), ...list, kept: ['limit', 'item_id'] },
  of('user', 'account', `${root}/accounts/:id`, account),
  { ...transactionList, name: 'accountTransactionsUpdated', when: has('account_id', 'since') },
  { ...transactionList, name: 'accountTransactions', when: has('account_id') },
  { ...transactionList, name: 'transactionsUpdated', when: has('since') },
  { ...transactionList, name: 'transactions' },
  of('user', 'transaction', `${root}/transactions/:id`, transaction),
  { ...stockList, name: 'stocksUpdated', when: has('since') },
  { ...stockList, name: 'stocks' },
  of('user', 'categoryInsights', `${root}/insights/category`, categoryInsights),
  of('user', 'stock', `${root}/stocks/:id`, stock),
  { ...of('user', 'connectSession', `${root}/connect-sessions`, connectSession), method: 'POST' },
]
