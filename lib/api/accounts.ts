import type * as t from 'io-ts'
import type { ListRequest } from '../http/Request.js'
import type { Service } from '../profile/Service.js'
import { get } from './get.js'

/** The accounts of a user. */
export const listAccounts = <A>(service: Service, resource: t.Type<A, unknown>): ListRequest<A> => ({
  ...get(service, 'user', 'accounts.list', 'accounts'),
  resource,
})
