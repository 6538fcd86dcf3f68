import type { Access, RequestLine } from '../http/Request.js'
import type { Method } from '../profile/Method.js'
import type { Service } from '../profile/Service.js'
import type { ProfilePaths } from '../profile/ServiceProfile.js'
import { path } from './path.js'

/**
 * What a request says, its codec and parameters aside: by whom it is asked, and where, `id` being what it is about;
 * `method` is the usual one.
 */
export const line = (
  service: Service,
  access: Access,
  operation: string,
  key: keyof ProfilePaths,
  id?: string | number,
  method: Method = 'GET',
): RequestLine => ({
  operation,
  method: service.profile.methods?.[key] ?? method,
  path: path(service, operation, key, id),
  access,
})
