import type { Option } from 'fp-ts/lib/Option.js'
import type * as t from 'io-ts'
import type { ListRequest } from '../http/Request.js'
import type { Service } from '../profile/Service.js'
import { get } from './get.js'
import { since } from './since.js'

/** The transactions of a user, newest first. */
export const listTransactions = <A>(service: Service, resource: t.Type<A, unknown>): ListRequest<A> => ({
  ...get(service, 'user', 'transactions.list', 'transactions'),
  resource,
})

/** The transactions that were created, updated or deleted since a moment. */
export const listUpdatedTransactions = <A>(
  service: Service,
  resource: t.Type<A, unknown>,
  moment: Option<Date>,
): ListRequest<A> => ({
  ...get(service, 'user', 'transactions.updated', 'transactionsUpdated'),
  query: since(service.profile, moment),
  resource,
})
