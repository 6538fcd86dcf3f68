import type { Operation } from '../profile/Operation.js'
import type { OperationKey } from '../profile/operations.js'
import type { Service } from '../profile/Service.js'
import { addressTo } from './addressTo.js'
import type { RequestLine } from './Request.js'

/**
 * The fields of a request that follow from its operation: all but its codec and parameters. `id` replaces `:id` in the
 * path. Throws if the stage or the profile does not have the operation.
 */
export const endpoint = (
  service: Service,
  operation: Operation<OperationKey>,
  id: string | number = '',
): RequestLine => {
  const line = {
    operation: operation.name,
    method: service.profile.methods?.[operation.key] ?? operation.method,
    access: operation.access,
  }
  return Object.assign(line, addressTo(service, operation)(id))
}
