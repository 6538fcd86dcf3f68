import type * as t from 'io-ts'
import type { ListRequest } from '../http/Request.js'
import type { ServiceProfile } from '../profile/ServiceProfile.js'
import { path } from './path.js'

/** The accounts of a user. */
export const listAccounts = <A>(profile: ServiceProfile, resource: t.Type<A, unknown>): ListRequest<A> => {
  const operation = 'accounts.list'
  return { operation, method: 'GET', path: path(profile, operation, 'accounts'), access: 'user', resource }
}
