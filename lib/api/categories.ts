import type * as t from 'io-ts'
import { oneOf } from '../codec/oneOf.js'
import type { ListRequest } from '../http/Request.js'
import type { Service } from '../profile/Service.js'
import { demandOption } from '../profile/ServiceVersion.js'
import { line } from './line.js'

/** The languages that category names are translated into. */
export const language = oneOf('en', 'fr')

/**
 * The languages that category names are translated into.
 *
 * @useDeclaredType
 */
export type Language = t.TypeOf<typeof language>

/** The categories of transactions: public, their names translated. */
export const listCategories = <A>(
  service: Service,
  resource: t.Type<A, unknown>,
  inLanguage?: Language,
): ListRequest<A> => {
  const operation = 'categories.list'
  if (inLanguage !== undefined) demandOption(service.version, operation, 'language')
  const headers = inLanguage === undefined ? {} : { 'Accept-Language': inLanguage }
  return { ...line(service, 'public', operation, 'categories'), headers, resource }
}
