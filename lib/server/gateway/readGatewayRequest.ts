import { isLeft } from 'fp-ts/lib/Either.js'
import { id as idCodec } from '../../base/codec/id.js'
import { oneOf } from '../../base/codec/oneOf.js'
import type { Priority } from '../../http/HttpRequest.js'
import { languageCodec } from '../../service/api/categoryRequests.js'
import type { Service } from '../../service/profile/Service.js'
import type { ServiceInterface } from '../../service/profile/ServiceProfile.js'
import {
  type GatewayOperation,
  gatewayOperations,
  type OfferedOperations,
  type RequestParameters,
  templatePath,
} from './gatewayOperations.js'
import { readQuery } from './readQuery.js'
import { Refusal } from './toRefusal.js'

const priority = oneOf<Priority>('interactive', 'background')

const crossSite = new Refusal(403, 'cross_site', 'Only pages of this site may send requests to this gateway.')

/**
 * Returns the priority of a request. Throws a `Refusal` if a page of another site may have sent it. It checks the
 * headers that name the origin of a request, and `RxBank-Gateway`, which pages of other sites cannot send.
 *
 * - `origin`: the origin of the pages that may send requests.
 */
const refuseCrossSite = ({ method, headers }: Request, origin: string): Priority => {
  if (method !== 'GET' && method !== 'POST') throw new Refusal(405, 'method_not_allowed', 'Send a GET.')
  if ((headers.get('sec-fetch-site') ?? 'same-origin') !== 'same-origin') throw crossSite
  if ((headers.get('origin') ?? origin) !== origin) throw crossSite
  const decoded = priority.decode(headers.get('rxbank-gateway'))
  if (isLeft(decoded)) throw new Refusal(403, 'header_missing', `The header RxBank-Gateway must be ${priority.name}.`)
  return decoded.right
}

/** The operation of a path, and the id in it; 0 if the path has none. */
interface FoundOperation {
  readonly operation: GatewayOperation
  readonly id: number
}

/** The id between `head` and `tail` of a path; `undefined` unless it consists of decimal digits. */
const idIn = (path: string, head: string, tail: string): number | undefined => {
  if (!path.startsWith(head) || !path.endsWith(tail)) return undefined
  const decoded = idCodec.decode(path.slice(head.length, path.length - tail.length))
  return isLeft(decoded) ? undefined : decoded.right
}

/**
 * Returns a function that finds the operation of a path. The path must equal the profile's path character by character.
 * It is not decoded or normalized, so that an encoded path cannot reach another operation.
 */
const findOperation = (
  { paths }: ServiceInterface,
  operations: ReadonlyArray<GatewayOperation>,
): ((path: string) => FoundOperation | undefined) => {
  const templates = operations.map((operation) => [operation, templatePath(paths[operation.key]).split(':id')] as const)
  return (path) => {
    for (const [operation, [head = '', tail]] of templates) {
      if (tail === undefined && path === head) return { operation, id: 0 }
      const id = tail === undefined ? undefined : idIn(path, head, tail)
      if (id !== undefined) return { operation, id }
    }
    return undefined
  }
}

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
