import type * as t from 'io-ts'
import type { ListRequest, Request } from '../http/Request.js'
import type { Service } from '../profile/Service.js'
import { supports } from '../profile/ServiceVersion.js'
import { get } from './get.js'

/** The items of the user whose token is sent. */
export const listItems = <A>(service: Service, resource: t.Type<A, unknown>): ListRequest<A> => ({
  ...get(service, 'user', 'items.list', 'items'),
  resource,
})

/** How far the refresh of an item is. */
export const getRefreshStatus = <A>(service: Service, codec: t.Type<A, unknown>, itemId: number): Request<A> => {
  const key = supports(service.version, 'refreshStatus') ? 'refreshStatus' : 'earlierRefreshStatus'
  return { ...get(service, 'user', 'items.refreshStatus', key, itemId), codec }
}
