import { map, type Option } from 'fp-ts/lib/Option.js'
import { functionCodec } from '../../base/codec/functionCodec.js'
import { wrongOption } from '../../base/error/wrongOption.js'
import type { ListRequest } from '../../service/api/Request.js'
import { withLimit } from '../pages/pages.js'
import { checkListRequest } from '../send/checkRequest.js'

/** The request for what was updated since a moment; `None` for everything that the service has. */
export type UpdatedList<A> = (since: Option<Date>) => ListRequest<A>

const codec = functionCodec<(since: never) => unknown>('a function from a moment to a request for a list')

/** The same list, whose requests are checked; throws a `ConfigError` if it is no function. */
export const checkUpdatedList = <A>(list: UpdatedList<A>): UpdatedList<A> => {
  if (!codec.is(list)) throw wrongOption('/request', codec.name)
  return (since) => checkListRequest(list(since))
}

/** The request for what was updated since a moment, in milliseconds since 1970, with `limit` resources a page. */
export const requestSince = <A>(list: UpdatedList<A>, since: Option<number>, limit = 500): ListRequest<A> =>
  withLimit(list(map((moment: number) => new Date(moment))(since)), limit)
