import { isLeft } from 'fp-ts/lib/Either.js'
import { oneOf } from '../codec/oneOf.js'
import type { Priority } from '../http/HttpRequest.js'
import { Refusal } from './Refusal.js'

const priority = oneOf<Priority>('interactive', 'background')

const foreign = new Refusal(403, 'cross_site', 'Only pages of this site may ask here.')

/**
 * Throws a `Refusal` for a request that another site may have caused: browsers say whose it is, and no other site's page
 * can send the header of a gateway. Answers its priority.
 *
 * - `origin`: that of the pages which may ask.
 */
export const refuseStrangers = ({ method, headers }: Request, origin: string): Priority => {
  if (method !== 'GET' && method !== 'POST') throw new Refusal(405, 'method_not_allowed', 'Send a GET.')
  if ((headers.get('sec-fetch-site') ?? 'same-origin') !== 'same-origin') throw foreign
  if ((headers.get('origin') ?? origin) !== origin) throw foreign
  const told = priority.decode(headers.get('rxbank-gateway'))
  if (isLeft(told)) throw new Refusal(403, 'header_missing', `The header RxBank-Gateway must be ${priority.name}.`)
  return told.right
}
