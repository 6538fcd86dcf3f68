import { isNone, type Option } from 'fp-ts/lib/Option.js'
import type * as t from 'io-ts'
import { wrongOption } from '../../base/error/decodeOptions.js'
import { UnspecifiedOperation } from '../../base/error/UnspecifiedOperation.js'
import { changeOf, type UpdatedRow } from '../model/RemovedRow.js'
import type { Operation } from '../profile/Operation.js'
import { earlierRefreshStatus, type OperationKey, refreshStatus } from '../profile/operations.js'
import type { Service } from '../profile/Service.js'
import { offers, requireOperation } from '../profile/ServiceVersion.js'
import type { ListRequest, Request, RequestLine } from './Request.js'

/** Adds parameters that may be secret: to the body or to the query, as the service takes them; a DELETE has no body. */
export const withParameters = (
  { profile }: Service,
  request: RequestLine,
  parameters: Readonly<Record<string, string>>,
): RequestLine =>
  profile.parameters === 'query' || request.method === 'DELETE'
    ? { ...request, secretQuery: parameters }
    : { ...request, body: parameters }

/** An operation whose response is a list. */
export type Listing = Operation<OperationKey> & { readonly response: 'list' }

/** An operation whose response is the changes of a list. */
export type Updates = Listing & { readonly updatesOf: string }

/** An operation whose response is one resource, or is not decoded. */
export type Single = Operation<OperationKey> & { readonly response: 'one' | 'nothing' }

/** An id as one segment of a path. `.` and `..` are refused, because servers resolve them even if they are escaped. */
const segment = (id: string | number): string => {
  if (id === '.' || id === '..') throw wrongOption('/id', 'an id')
  return encodeURIComponent(id)
}

/** The path, or a path and the parameter that narrows its list to one id. */
const address = (template: string, id: string | number): Pick<RequestLine, 'path' | 'query' | 'subject'> => {
  const [path = '', parameter] = template.split('?')
  return parameter === undefined
    ? { path: path.replace(':id', segment(id)) }
    : { path, query: { [parameter.replace('=:id', '')]: id }, subject: id }
}

/**
 * Returns a function from an id to the request of an operation without its codec and parameters; throws if the API
 * version or the profile does not have the operation.
 */
export const endpointOf = (
  { profile, version }: Service,
  operation: Operation<OperationKey>,
): ((id: string | number) => RequestLine) => {
  requireOperation(version, operation)
  const { key, name, access } = operation
  const template = profile.paths[key]
  if (template === null) throw new UnspecifiedOperation({ operation: name, key: `paths.${key}` })
  const method = profile.methods?.[key] ?? operation.method
  return (id) => ({ operation: name, method, access, ...address(template, id) })
}

/** A request of an operation without its codec and parameters; `id` replaces `:id` in the path. */
export const endpoint = (service: Service, operation: Operation<OperationKey>, id: string | number = ''): RequestLine =>
  endpointOf(service, operation)(id)

/** A request for a list; `id` replaces `:id` in the path. */
export const listRequest = <A>(
  service: Service,
  operation: Listing,
  resource: t.Type<A, unknown>,
  id?: string | number,
): ListRequest<A> => ({ ...endpoint(service, operation, id), resource })

/** A request for the changes of a list since a time, or for all rows; `id` replaces `:id` in the path. */
export const updatesRequest = <A>(
  service: Service,
  operation: Updates,
  resource: t.Type<A, unknown>,
  moment: Option<Date>,
  id?: string | number,
): ListRequest<UpdatedRow<A>> => {
  const { parameter, format } = service.profile.since
  const since = isNone(moment) ? {} : { [parameter]: format.encode(moment.value) }
  const requestLine = endpoint(service, operation, id)
  return { ...requestLine, query: { ...requestLine.query, ...since }, resource: changeOf(resource) }
}

/** A request for one response; `id` replaces `:id` in the path. */
export const singleRequest = <A>(
  service: Service,
  operation: Single,
  codec: t.Type<A, unknown>,
  id?: string | number,
): Request<A> => ({ ...endpoint(service, operation, id), codec })

/** The status of an item's refresh; earlier API versions have another path for it. */
export const getRefreshStatus = <A>(service: Service, codec: t.Type<A, unknown>, itemId: number): Request<A> => {
  const operation = offers(service.version, refreshStatus) ? refreshStatus : earlierRefreshStatus
  return singleRequest(service, operation, codec, itemId)
}
