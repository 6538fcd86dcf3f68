import type { Access, RequestLine } from '../http/Request.js'
import type { Service } from '../profile/Service.js'
import type { ProfilePaths } from '../profile/ServiceProfile.js'
import { path } from './path.js'

/** What a GET says, its codec aside: by whom it is asked, and where, `id` being what it is about. */
export const get = (
  service: Service,
  access: Access,
  operation: string,
  key: keyof ProfilePaths,
  id?: string | number,
): RequestLine => ({ operation, method: 'GET', path: path(service, operation, key, id), access })
