import type { Service } from '../profile/Service.js'
import type { RequestLine } from './Request.js'

/** Adds parameters that may be secret: to the body or to the query, as the service takes them; a DELETE has no body. */
export const withParameters = (
  { profile }: Service,
  request: RequestLine,
  parameters: Readonly<Record<string, string>>,
): RequestLine =>
  profile.parameters === 'query' || request.method === 'DELETE'
    ? { ...request, secretQuery: parameters }
    : { ...request, body: parameters }
