import type { Option } from 'fp-ts/lib/Option.js'
import type * as t from 'io-ts'
import type { ListRequest } from '../http/Request.js'
import type { Service } from '../profile/Service.js'
import { path } from './path.js'
import { since } from './since.js'

/** The transactions of a user, newest first. */
export const listTransactions = <A>(service: Service, resource: t.Type<A, unknown>): ListRequest<A> => {
  const operation = 'transactions.list'
  return { operation, method: 'GET', path: path(service, operation, 'transactions'), access: 'user', resource }
}

/** The transactions that were created, updated or deleted since a moment. */
export const listUpdatedTransactions = <A>(
  service: Service,
  resource: t.Type<A, unknown>,
  moment: Option<Date>,
): ListRequest<A> => {
  const operation = 'transactions.updated'
  const query = since(service.profile, moment)
  return {
    operation,
    method: 'GET',
    path: path(service, operation, 'transactionsUpdated'),
    query,
    access: 'user',
    resource,
  }
}
