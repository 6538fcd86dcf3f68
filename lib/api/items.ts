import type * as t from 'io-ts'
import type { ListRequest, Request } from '../http/Request.js'
import type { ServiceProfile } from '../profile/ServiceProfile.js'
import { path } from './path.js'

/** The items of the user whose token is sent. */
export const listItems = <A>(profile: ServiceProfile, resource: t.Type<A, unknown>): ListRequest<A> => {
  const operation = 'items.list'
  return { operation, method: 'GET', path: path(profile, operation, 'items'), access: 'user', resource }
}

/** How far the refresh of an item is. */
export const getRefreshStatus = <A>(profile: ServiceProfile, codec: t.Type<A, unknown>, itemId: number): Request<A> => {
  const operation = 'items.refreshStatus'
  return { operation, method: 'GET', path: path(profile, operation, 'refreshStatus', itemId), access: 'user', codec }
}
