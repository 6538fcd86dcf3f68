import type * as t from 'io-ts'
import { earlierRefreshStatus, refreshStatus } from '../profile/operations.js'
import type { Service } from '../profile/Service.js'
import { offers } from '../profile/ServiceVersion.js'
import { singleRequest } from './operationRequests.js'
import type { Request } from './Request.js'

/** The status of the refresh of an item; the earlier API versions have another path for it. */
export const getRefreshStatus = <A>(service: Service, codec: t.Type<A, unknown>, itemId: number): Request<A> => {
  const operation = offers(service.version, refreshStatus) ? refreshStatus : earlierRefreshStatus
  return singleRequest(service, operation, codec, itemId)
}
