import type { RequestLine } from '../http/Request.js'
import type { Service } from '../profile/Service.js'

/** The request with parameters that may be secret, where the service takes them; no DELETE has a body. */
export const withParameters = (
  { profile }: Service,
  request: RequestLine,
  parameters: Readonly<Record<string, string>>,
): RequestLine =>
  profile.parameters === 'query' || request.method === 'DELETE'
    ? { ...request, secretQuery: parameters }
    : { ...request, body: parameters }
