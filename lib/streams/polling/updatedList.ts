import { map, type Option } from 'fp-ts/lib/Option.js'
import { functionCodec } from '../../base/codec/guardCodec.js'
import { wrongOption } from '../../base/error/decodeOptions.js'
import type { ListRequest } from '../../service/api/Request.js'
import { withLimit } from '../pages/pages.js'
import { checkListRequest } from '../send/checkRequest.js'

/** Creates the request for the rows that were updated since a time; `None` requests all rows. */
export type UpdatedList<A> = (since: Option<Date>) => ListRequest<A>

const codec = functionCodec<(since: never) => unknown>('a function from a moment to a request for a list')

/** The same list with checked requests; throws a `ConfigError` if it is not a function. */
export const checkUpdatedList = <A>(list: UpdatedList<A>): UpdatedList<A> => {
  if (!codec.is(list)) throw wrongOption('/request', codec.name)
  return (since) => checkListRequest(list(since))
}

/**
 * The request for the rows that were updated since a time, in milliseconds since 1970, with `limit` resources per page.
 */
export const requestSince = <A>(list: UpdatedList<A>, since: Option<number>, limit = 500): ListRequest<A> =>
  withLimit(list(map((moment: number) => new Date(moment))(since)), limit)
