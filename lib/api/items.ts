import type * as t from 'io-ts'
import type { ListRequest, Request } from '../http/Request.js'
import type { Service } from '../profile/Service.js'
import { supports } from '../profile/ServiceVersion.js'
import { path } from './path.js'

/** The items of the user whose token is sent. */
export const listItems = <A>(service: Service, resource: t.Type<A, unknown>): ListRequest<A> => {
  const operation = 'items.list'
  return { operation, method: 'GET', path: path(service, operation, 'items'), access: 'user', resource }
}

/** How far the refresh of an item is. */
export const getRefreshStatus = <A>(service: Service, codec: t.Type<A, unknown>, itemId: number): Request<A> => {
  const key = supports(service.version, 'refreshStatus') ? 'refreshStatus' : 'earlierRefreshStatus'
  const operation = 'items.refreshStatus'
  return { operation, method: 'GET', path: path(service, operation, key, itemId), access: 'user', codec }
}
