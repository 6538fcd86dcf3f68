import type { Option } from 'fp-ts/lib/Option.js'
import type * as t from 'io-ts'
import type { ListRequest, Request } from '../http/Request.js'
import type { Service } from '../profile/Service.js'
import { line } from './line.js'
import { since } from './since.js'

/** The stocks of a user. */
export const listStocks = <A>(service: Service, resource: t.Type<A, unknown>): ListRequest<A> => ({
  ...line(service, 'user', 'stocks.list', 'stocks'),
  resource,
})

/** The stocks that changed since a moment. */
export const listUpdatedStocks = <A>(
  service: Service,
  resource: t.Type<A, unknown>,
  moment: Option<Date>,
): ListRequest<A> => ({
  ...line(service, 'user', 'stocks.updated', 'stocksUpdated'),
  query: since(service.profile, moment),
  resource,
})

/** One stock. */
export const getStock = <A>(service: Service, codec: t.Type<A, unknown>, stockId: number): Request<A> =>
  // Made for every request: to spread it and add a field costs a microsecond more.
  Object.assign(line(service, 'user', 'stocks.get', 'stock', stockId), { codec })
