import { isLeft } from 'fp-ts/lib/Either.js'
import { oneOf } from '../../base/codec/oneOf.js'
import type { Priority } from '../../http/HttpRequest.js'
import { Refusal } from './Refusal.js'

const priority = oneOf<Priority>('interactive', 'background')

const crossSite = new Refusal(403, 'cross_site', 'Only pages of this site may send requests to this gateway.')

/**
 * Returns the priority of a request. Throws a `Refusal` if a page of another site may have sent it. It checks the headers in
 * which browsers name the origin of a request, and `RxBank-Gateway`, which pages of other sites cannot send.
 *
 * - `origin`: the origin of the pages that may send requests.
 */
export const refuseCrossSite = ({ method, headers }: Request, origin: string): Priority => {
  if (method !== 'GET' && method !== 'POST') throw new Refusal(405, 'method_not_allowed', 'Send a GET.')
  if ((headers.get('sec-fetch-site') ?? 'same-origin') !== 'same-origin') throw crossSite
  if ((headers.get('origin') ?? origin) !== origin) throw crossSite
  const decoded = priority.decode(headers.get('rxbank-gateway'))
  if (isLeft(decoded)) throw new Refusal(403, 'header_missing', `The header RxBank-Gateway must be ${priority.name}.`)
  return decoded.right
}
