import type { FormSession } from '../bankForms.js'
import { deleteItem, isRedirect } from '../itemOperations.js'
import { type Fields, withFields } from '../readFields.js'
import type { Call, PlacedOperation } from '../router.js'
import { json, notFound, type SandboxResponse } from '../SandboxResponse.js'
import { accountsInformation, categoryInsights } from '../singleResources.js'
import type { WireRequest } from '../WireRequest.js'
import { parameterError } from './errors2025.js'
import { categories, category, filterNames, provider, providers } from './providers2025.js'
import { demoBank } from './rows2025.js'
import { callbackNotRegistered, invalidField, openUserManagementSession, planOf } from './sessionFields2025.js'
import { createUser, deleteUser, issueToken, user, users } from './userOperations2025.js'
import { account, accounts, item, items, stock, stocks, transaction, transactions } from './userResources2025.js'

const callbackParameters =
  ({ context }: Fields): NonNullable<FormSession['callbackParameters']> =>
  (step) => ({
    success: String(step === undefined),
    ...(step === undefined ? {} : { step }),
    source: 'connect',
    ...(typeof context === 'string' ? { context } : {}),
  })

/**
 * Opens a connect session, 201: for a new item, for a new item at a given provider, or for an item of the user. Bridge
 * documents that without `account_types` it covers only payment accounts, even if the item had all accounts before.
 */
const openConnectSession = withFields(({ state, request, bearer: user }: Call, fields: Fields): SandboxResponse => {
  if (user === undefined) return notFound('There is no such user')
  const { callback_url: redirectUrl, parent_url: parentUrl, item_id: itemId, user_email: email } = fields
  const item = user.items.find(({ id }) => id === itemId)
  const error = invalidField(fields)
  if (error !== undefined) return error
  if (itemId !== undefined && item === undefined) return notFound('There is no such item')
  if (itemId === undefined && email === undefined) return parameterError('user_email', 'is missing')
  if (!isRedirect(redirectUrl)) return callbackNotRegistered('connect_session')
  const session: FormSession = {
    user,
    item,
    redirectUrl,
    hasUserUuid: true,
    ...planOf(fields),
    ...(typeof parentUrl === 'string' ? { parentUrl } : {}),
    callbackParameters: callbackParameters(fields),
  }
  const url = state.forms.open(session, { origin: request.origin })
  return json({ id: url.slice(url.lastIndexOf('/') + 1), url }, 201)
})

const hasParameters =
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
  linkParameters: ['limit', 'since', 'until', 'min_date', 'max_date', 'account_id'],
  answer: transactions,
} as const

const stockList = {
  ...list,
  access: 'user',
  path: `${root}/stocks`,
  linkParameters: ['limit', 'since', 'account_id'],
  answer: stocks,
} as const

const getRoute = (
  access: PlacedOperation['access'],
  name: PlacedOperation['name'],
  path: string,
  answer: PlacedOperation['answer'],
) => ({
  name,
  path,
  access,
  answer,
  method: 'GET' as const,
})

/**
 * The operations of the API version with their paths. It has no operations for refreshes. If several operations share a
 * path, the first whose `when` accepts the request is used, so that the journal has the most precise name.
 */
export const routes2025: ReadonlyArray<PlacedOperation> = [
  { ...getRoute('public', 'banks', '/v3/providers', providers), ...list, linkParameters: ['limit', ...filterNames] },
  getRoute('public', 'bank', '/v3/providers/:id', provider),
  { ...getRoute('public', 'categories', `${root}/categories`, categories), ...list },
  getRoute('public', 'category', `${root}/categories/:id`, category),
  { ...getRoute('application', 'authenticate', `${root}/authorization/token`, issueToken), method: 'POST' },
  {
    ...getRoute('application', 'users', `${root}/users`, users),
    ...list,
    linkParameters: ['limit', 'external_user_id'],
  },
  { ...getRoute('application', 'createUser', `${root}/users`, createUser), method: 'POST' },
  getRoute('application', 'user', `${root}/users/:id`, user),
  { ...getRoute('application', 'deleteUser', `${root}/users/:id`, deleteUser), method: 'DELETE' },
  { ...getRoute('user', 'items', `${root}/items`, items), ...list },
  getRoute('user', 'item', `${root}/items/:id`, item),
  { ...getRoute('user', 'deleteItem', `${root}/items/:id`, deleteItem), method: 'DELETE' },
  { ...getRoute('user', 'accounts', `${root}/accounts`, accounts), ...list, linkParameters: ['limit', 'item_id'] },
  getRoute('user', 'account', `${root}/accounts/:id`, account),
  {
    ...getRoute(
      'user',
      'accountsInformation',
      `${root}/accounts-information`,
      accountsInformation(({ bank_id }) => ({ provider_id: bank_id ?? demoBank })),
    ),
    ...list,
  },
  { ...transactionList, name: 'accountTransactionsUpdated', when: hasParameters('account_id', 'since') },
  { ...transactionList, name: 'accountTransactions', when: hasParameters('account_id') },
  { ...transactionList, name: 'transactionsUpdated', when: hasParameters('since') },
  { ...transactionList, name: 'transactions' },
  getRoute('user', 'transaction', `${root}/transactions/:id`, transaction),
  { ...stockList, name: 'stocksUpdated', when: hasParameters('since') },
  { ...stockList, name: 'stocks' },
  getRoute('user', 'categoryInsights', `${root}/insights/category`, categoryInsights(true)),
  getRoute('user', 'stock', `${root}/stocks/:id`, stock),
  { ...getRoute('user', 'connectSession', `${root}/connect-sessions`, openConnectSession), method: 'POST' },
  {
    ...getRoute('user', 'userManagementSession', `${root}/user-management-sessions`, openUserManagementSession),
    method: 'POST',
  },
]
