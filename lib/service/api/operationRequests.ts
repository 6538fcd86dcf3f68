import type { Option } from 'fp-ts/lib/Option.js'
import type * as t from 'io-ts'
import { type Changed, changeOf } from '../model/RemovedRow.js'
import type { Operation } from '../profile/Operation.js'
import type { OperationKey } from '../profile/operations.js'
import type { Service } from '../profile/Service.js'
import { endpoint } from './endpoint.js'
import type { ListRequest, Request } from './Request.js'
import { sinceQuery } from './sinceQuery.js'

/** An operation that answers with a list. */
export type Listing = Operation<OperationKey> & { readonly answer: 'list' }

/** An operation that answers with the changes of a list. */
export type Updates = Listing & { readonly updatesOf: string }

/** An operation that answers with one resource, or with nothing that is decoded. */
export type Single = Operation<OperationKey> & { readonly answer: 'one' | 'nothing' }

// `Object.assign` instead of spreading saves a microsecond for every request.

/** A request for a list; `id` replaces `:id` in the path. */
export const listRequest = <A>(
  service: Service,
  operation: Listing,
  resource: t.Type<A, unknown>,
  id?: string | number,
): ListRequest<A> => Object.assign(endpoint(service, operation, id), { resource })

/** A request for the changes of a list since a time; `id` replaces `:id` in the path. */
export const updatesRequest = <A>(
  service: Service,
  operation: Updates,
  resource: t.Type<A, unknown>,
  moment: Option<Date>,
  id?: string | number,
): ListRequest<Changed<A>> => {
  const line = endpoint(service, operation, id)
  return Object.assign(line, {
    query: { ...line.query, ...sinceQuery(service.profile, moment) },
    resource: changeOf(resource),
  })
}

/** A request for one answer; `id` replaces `:id` in the path. */
export const singleRequest = <A>(
  service: Service,
  operation: Single,
  codec: t.Type<A, unknown>,
  id?: string | number,
): Request<A> => Object.assign(endpoint(service, operation, id), { codec })
