import type { Priority } from '../../http/HttpRequest.js'
import { languageCodec } from '../../service/api/categoryRequests.js'
import type { Service } from '../../service/profile/Service.js'
import { findOperation, type FoundOperation } from './findOperation.js'
import { gatewayOperations, type OfferedOperations, type RequestParameters } from './gatewayOperations.js'
import { readQuery } from './readQuery.js'
import { Refusal } from './Refusal.js'
import { refuseCrossSite } from './refuseCrossSite.js'

/** A permitted request of a browser, decoded. */
export interface GatewayRequest extends RequestParameters, FoundOperation {
  /** The path without the gateway's prefix. */
  readonly path: string
  readonly priority: Priority
}

const maxUrlLength = 4096

/** The browser's first language, if the service has it. */
const preferredLanguage = (accepted: string | null): RequestParameters['language'] => {
  const first = /^\s*([a-z]+)/i.exec(accepted ?? '')?.[1]?.toLowerCase()
  return languageCodec.is(first) ? first : undefined
}

/** The gateway's URL, and the service that it calls. */
interface GatewayEndpoint extends Service, OfferedOperations {
  readonly environment: 'production' | 'sandbox'
  readonly prefix: string
  readonly origin: string | undefined
}

/** Returns a function that decodes a request, and throws a `Refusal` if the gateway does not permit it. */
export const readGatewayRequest = (endpoint: GatewayEndpoint): ((request: Request) => GatewayRequest) => {
  const { profile, environment, prefix, origin } = endpoint
  const find = findOperation(profile, gatewayOperations(endpoint, environment, endpoint))
  return (request) => {
    if (request.url.length > maxUrlLength) throw new Refusal(414, 'too_long', 'The address is too long.')
    const url = new URL(request.url)
    const ownOrigin = origin ?? url.origin
    const priority = refuseCrossSite(request, ownOrigin)
    const { pathname } = url
    const path = pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname
    const found = find(path)
    if (found === undefined) throw new Refusal(404, 'unknown_path', 'The gateway does not have this path.')
    const { method } = found.operation
    if (method !== request.method) throw new Refusal(405, 'method_not_allowed', `Send a ${method}.`, undefined, method)
    const query = readQuery(url.search, found.operation.parameters)
    if (query.has('handle') && query.size > 1)
      throw new Refusal(400, 'bad_query', 'A query with handle has no other parameters.')
    const redirect = query.get('redirect_url') as string | undefined
    if (redirect !== undefined && new URL(redirect).origin !== ownOrigin)
      throw new Refusal(400, 'bad_query', 'The parameter redirect_url leads to another site.')
    return { ...found, path, priority, query, language: preferredLanguage(request.headers.get('accept-language')) }
  }
}
