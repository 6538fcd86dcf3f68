import type * as t from 'io-ts'
import { noContent } from '../codec/noContent.js'
import type { ListRequest, Request } from '../http/Request.js'
import type { Service } from '../profile/Service.js'
import { supports } from '../profile/ServiceVersion.js'
import { line } from './line.js'

/** The items of the user whose token is sent. */
export const listItems = <A>(service: Service, resource: t.Type<A, unknown>): ListRequest<A> => ({
  ...line(service, 'user', 'items.list', 'items'),
  resource,
})

/** One item. */
export const getItem = <A>(service: Service, codec: t.Type<A, unknown>, itemId: number): Request<A> => ({
  ...line(service, 'user', 'items.get', 'item', itemId),
  codec,
})

/** Deletes an item, its accounts and their transactions. */
export const deleteItem = (service: Service, itemId: number): Request<undefined> => ({
  ...line(service, 'user', 'items.delete', 'deleteItem', itemId, 'DELETE'),
  codec: noContent,
})

/** Starts a refresh of an item. */
export const startRefresh = (service: Service, itemId: number): Request<undefined> => ({
  ...line(service, 'user', 'items.refresh', 'refresh', itemId, 'POST'),
  codec: noContent,
})

/** How far the refresh of an item is. */
export const getRefreshStatus = <A>(service: Service, codec: t.Type<A, unknown>, itemId: number): Request<A> => {
  const key = supports(service.version, 'refreshStatus') ? 'refreshStatus' : 'earlierRefreshStatus'
  return { ...line(service, 'user', 'items.refreshStatus', key, itemId), codec }
}
