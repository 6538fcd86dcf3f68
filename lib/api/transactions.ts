import type { Option } from 'fp-ts/lib/Option.js'
import type * as t from 'io-ts'
import type { ListRequest } from '../http/Request.js'
import type { Service } from '../profile/Service.js'
import { line } from './line.js'
import { since } from './since.js'

/** The transactions of a user, newest first. */
export const listTransactions = <A>(service: Service, resource: t.Type<A, unknown>): ListRequest<A> => ({
  ...line(service, 'user', 'transactions.list', 'transactions'),
  resource,
})

/** The transactions that were created, updated or deleted since a moment. */
export const listUpdatedTransactions = <A>(
  service: Service,
  resource: t.Type<A, unknown>,
  moment: Option<Date>,
): ListRequest<A> => ({
  ...line(service, 'user', 'transactions.updated', 'transactionsUpdated'),
  query: since(service.profile, moment),
  resource,
})
