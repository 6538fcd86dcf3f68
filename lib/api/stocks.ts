import type { Option } from 'fp-ts/lib/Option.js'
import type * as t from 'io-ts'
import type { ListRequest, Request } from '../http/Request.js'
import type { Service } from '../profile/Service.js'
import { path } from './path.js'
import { since } from './since.js'

/** The stocks of a user. */
export const listStocks = <A>(service: Service, resource: t.Type<A, unknown>): ListRequest<A> => {
  const operation = 'stocks.list'
  return { operation, method: 'GET', path: path(service, operation, 'stocks'), access: 'user', resource }
}

/** The stocks that changed since a moment. */
export const listUpdatedStocks = <A>(
  service: Service,
  resource: t.Type<A, unknown>,
  moment: Option<Date>,
): ListRequest<A> => {
  const operation = 'stocks.updated'
  const query = since(service.profile, moment)
  return { operation, method: 'GET', path: path(service, operation, 'stocksUpdated'), query, access: 'user', resource }
}

/** One stock. */
export const getStock = <A>(service: Service, codec: t.Type<A, unknown>, stockId: number): Request<A> => {
  const operation = 'stocks.get'
  return { operation, method: 'GET', path: path(service, operation, 'stock', stockId), access: 'user', codec }
}
