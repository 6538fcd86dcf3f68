import { EMPTY, merge, mergeMap, type Observable, take, throwError } from 'rxjs'
import { type AccessToken, accessToken } from '../../index.js'
import type { Operation, Session, Untried } from './Operation.js'

/** The first token, or what the first attempt to get one failed with: a client would go on asking. */
const firstToken = ({ client, user }: Session): Observable<AccessToken> => {
  const failed$ = client.events$.pipe(
    mergeMap((event) => (event._tag === 'TokenFailed' ? throwError(() => event.error) : EMPTY)),
  )
  return merge(failed$, user.token$).pipe(take(1))
}

/** Everything that can be read, in the order in which it is tried. */
export const operations: ReadonlyArray<Operation> = [
  {
    key: 'banks',
    operation: 'banks.list',
    access: 'public',
    codec: ({ codecs, nested }) => nested?.banks?.row(codecs.bank) ?? codecs.bank,
    list: ({ client }) => client.banks,
  },
  {
    key: 'categories',
    operation: 'categories.list',
    access: 'public',
    codec: ({ codecs, nested }) => nested?.categories?.row(codecs.category) ?? codecs.category,
    list: ({ client }) => client.categories,
  },
  {
    key: 'users',
    operation: 'users.list',
    access: 'application',
    finds: 'user',
    codec: ({ codecs }) => codecs.user,
    list: ({ client }) => client.users,
  },
  {
    key: 'authenticate',
    operation: 'authenticate',
    access: 'application',
    finds: 'user',
    codec: () => accessToken,
    one: firstToken,
  },
  {
    key: 'user',
    operation: 'users.get',
    access: 'application',
    about: 'user',
    codec: ({ codecs }) => codecs.user,
    one: ({ client }, { user }) => client.users.get(user),
  },
  {
    key: 'userItems',
    operation: 'users.items',
    access: 'application',
    about: 'user',
    codec: ({ codecs }) => codecs.item,
    list: ({ client }, { user }) => client.users.items(user),
  },
  {
    key: 'items',
    operation: 'items.list',
    access: 'user',
    finds: 'item',
    codec: ({ codecs }) => codecs.item,
    list: ({ user }) => user.items,
  },
  {
    key: 'item',
    operation: 'items.get',
    access: 'user',
    about: 'item',
    codec: ({ codecs }) => codecs.item,
    one: ({ user }, { item }) => user.items.get(item),
  },
  {
    key: 'refreshStatus',
    operation: 'items.refreshStatus',
    access: 'user',
    about: 'item',
    codec: ({ codecs }) => codecs.refreshStatus,
    one: ({ user }, { item }) => user.items.refreshStatus(item),
  },
  {
    key: 'accounts',
    operation: 'accounts.list',
    access: 'user',
    finds: 'account',
    codec: ({ codecs }) => codecs.account,
    list: ({ user }) => user.accounts,
  },
  {
    key: 'accountTransactions',
    operation: 'accounts.transactions',
    access: 'user',
    about: 'account',
    codec: ({ codecs }) => codecs.transaction,
    list: ({ user }, { account }) => user.accounts.transactions(account),
  },
  {
    key: 'accountTransactionsUpdated',
    operation: 'accounts.transactions.updated',
    access: 'user',
    about: 'account',
    codec: ({ codecs }) => codecs.transaction,
    list: ({ user, since }, { account }) => user.accounts.transactions(account).updated({ since }),
  },
  {
    key: 'transactions',
    operation: 'transactions.list',
    access: 'user',
    codec: ({ codecs }) => codecs.transaction,
    list: ({ user }) => user.transactions,
  },
  {
    key: 'transactionsUpdated',
    operation: 'transactions.updated',
    access: 'user',
    codec: ({ codecs }) => codecs.transaction,
    list: ({ user, since }) => user.transactions.updated({ since }),
  },
  {
    key: 'stocks',
    operation: 'stocks.list',
    access: 'user',
    finds: 'stock',
    codec: ({ codecs }) => codecs.stock,
    list: ({ user }) => user.stocks,
  },
  {
    key: 'stocksUpdated',
    operation: 'stocks.updated',
    access: 'user',
    codec: ({ codecs }) => codecs.stock,
    list: ({ user, since }) => user.stocks.updated({ since }),
  },
  {
    key: 'stock',
    operation: 'stocks.get',
    access: 'user',
    about: 'stock',
    codec: ({ codecs }) => codecs.stock,
    one: ({ user }, { stock }) => user.stocks.get(stock),
  },
]

const changes = 'it would change something'
const opens = 'it would open a session at the bank form'

/** What is never tried, and why. */
export const untried: ReadonlyArray<Untried> = [
  { key: 'createUser', operation: 'users.create', access: 'application', reason: changes },
  { key: 'deleteUser', operation: 'users.delete', access: 'application', reason: changes },
  { key: 'password', operation: 'users.changePassword', access: 'application', reason: changes },
  { key: 'refresh', operation: 'items.refresh', access: 'user', reason: changes },
  { key: 'deleteItem', operation: 'items.delete', access: 'user', reason: changes },
  { key: 'bankFormAdd', operation: 'bankForm.url', access: 'user', reason: opens },
  { key: 'bankFormEdit', operation: 'bankForm.url (edit)', access: 'user', reason: opens },
]
