import type * as t from 'io-ts'
import { oneOf } from '../../base/codec/oneOf.js'
import { categories, category } from '../profile/operations.js'
import type { Service } from '../profile/Service.js'
import { demandOption } from '../profile/ServiceVersion.js'
import { endpoint } from './endpoint.js'
import type { ListRequest, Request } from './Request.js'

/** The languages that category names are translated into. */
export const language = oneOf('en', 'fr')

/**
 * The languages that category names are translated into.
 *
 * @useDeclaredType
 */
export type Language = t.TypeOf<typeof language>

const spoken = ({ version }: Service, operation: string, inLanguage: Language | undefined): Record<string, string> => {
  if (inLanguage === undefined) return {}
  demandOption(version, operation, 'language')
  return { 'Accept-Language': inLanguage }
}

/** The categories of transactions: public, with translated names. */
export const listCategories = <A>(
  service: Service,
  resource: t.Type<A, unknown>,
  inLanguage?: Language,
): ListRequest<A> => ({
  ...endpoint(service, categories),
  headers: spoken(service, categories.name, inLanguage),
  resource,
})

/** One category: public, with a translated name. */
export const getCategory = <A>(
  service: Service,
  codec: t.Type<A, unknown>,
  id: number,
  inLanguage?: Language,
): Request<A> => ({
  ...endpoint(service, category, id),
  headers: spoken(service, category.name, inLanguage),
  codec,
})
