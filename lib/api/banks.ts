import type * as t from 'io-ts'
import type { ListRequest } from '../http/Request.js'
import type { Service } from '../profile/Service.js'
import { line } from './line.js'

/** The banks that can be connected: public. */
export const listBanks = <A>(service: Service, resource: t.Type<A, unknown>): ListRequest<A> => ({
  ...line(service, 'public', 'banks.list', 'banks'),
  resource,
})
