import type * as t from 'io-ts'
import type { ListRequest } from '../http/Request.js'
import type { Service } from '../profile/Service.js'
import { path } from './path.js'

/** The banks that can be connected: public. */
export const listBanks = <A>(service: Service, resource: t.Type<A, unknown>): ListRequest<A> => {
  const operation = 'banks.list'
  return { operation, method: 'GET', path: path(service, operation, 'banks'), access: 'public', resource }
}
