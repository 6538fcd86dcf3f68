import type { Option } from 'fp-ts/lib/Option.js'
import type * as t from 'io-ts'
import type { ListRequest } from '../http/Request.js'
import type { Service } from '../profile/Service.js'
import { line } from './line.js'
import { since } from './since.js'

/** The accounts of a user. */
export const listAccounts = <A>(service: Service, resource: t.Type<A, unknown>): ListRequest<A> => ({
  ...line(service, 'user', 'accounts.list', 'accounts'),
  resource,
})

/** The transactions of one account, newest first. */
export const listAccountTransactions = <A>(
  service: Service,
  resource: t.Type<A, unknown>,
  accountId: number,
): ListRequest<A> => ({
  ...line(service, 'user', 'accounts.transactions', 'accountTransactions', accountId),
  resource,
})

/** The transactions of one account that were created, updated or deleted since a moment. */
export const listUpdatedAccountTransactions = <A>(
  service: Service,
  resource: t.Type<A, unknown>,
  accountId: number,
  moment: Option<Date>,
): ListRequest<A> => ({
  ...line(service, 'user', 'accounts.transactions.updated', 'accountTransactionsUpdated', accountId),
  query: since(service.profile, moment),
  resource,
})
