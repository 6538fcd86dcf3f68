import type * as t from 'io-ts'
import type { Connection } from '../http/Connection.js'
import { withFilters } from '../service/api/filterQuery.js'
import { type Listing, listRequest } from '../service/api/operationRequests.js'
import type { Service } from '../service/profile/Service.js'
import { type Collection, collection } from './collection.js'

/**
 * A list of the service with the common options and the profile's filters. `id` is the id of the resource that the list
 * belongs to, such as an account.
 */
export const serviceList = <A>(
  connection: () => Connection,
  service: Service,
  operation: Listing,
  codec: t.Type<A, unknown>,
  id?: () => string | number,
): Collection<A> =>
  collection(connection, (config) =>
    withFilters(service, operation.key, listRequest(service, operation, codec, id?.()), config),
  )
