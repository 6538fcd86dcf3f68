import type * as t from 'io-ts'
import type { ListRequest } from '../http/Request.js'
import type { Service } from '../profile/Service.js'
import { path } from './path.js'

/** The accounts of a user. */
export const listAccounts = <A>(service: Service, resource: t.Type<A, unknown>): ListRequest<A> => {
  const operation = 'accounts.list'
  return { operation, method: 'GET', path: path(service, operation, 'accounts'), access: 'user', resource }
}
