import type * as t from 'io-ts'
import type { ListRequest } from '../http/Request.js'
import type { ServiceProfile } from '../profile/ServiceProfile.js'
import { path } from './path.js'

/** The banks that can be connected: public. */
export const listBanks = <A>(profile: ServiceProfile, resource: t.Type<A, unknown>): ListRequest<A> => {
  const operation = 'banks.list'
  return { operation, method: 'GET', path: path(profile, operation, 'banks'), access: 'public', resource }
}
