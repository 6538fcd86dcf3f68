import type * as t from 'io-ts'
import { oneOf } from '../codec/oneOf.js'
import type { ListRequest } from '../http/Request.js'
import { categories } from '../profile/operations.js'
import type { Service } from '../profile/Service.js'
import { demandOption } from '../profile/ServiceVersion.js'
import { endpoint } from './endpoint.js'

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
  if (inLanguage !== undefined) demandOption(service.version, categories.name, 'language')
  const headers = inLanguage === undefined ? {} : { 'Accept-Language': inLanguage }
  return { ...endpoint(service, categories), headers, resource }
}
