import type * as t from 'io-ts'
import { oneOf } from '../../base/codec/oneOf.js'
import { categories, category } from '../profile/operations.js'
import type { Service } from '../profile/Service.js'
import { requireOption } from '../profile/ServiceVersion.js'
import { endpoint } from './operationRequests.js'
import type { ListRequest, Request } from './Request.js'

/** The codec of {@link Language}. */
export const languageCodec = oneOf('en', 'fr')

/**
 * The languages that category names are translated into.
 *
 * @useDeclaredType
 */
export type Language = t.TypeOf<typeof languageCodec>

const languageHeader = (
  { version }: Service,
  operation: string,
  language: Language | undefined,
): Record<string, string> => {
  if (language === undefined) return {}
  requireOption(version, operation, 'language')
  return { 'Accept-Language': language }
}

/** The categories of transactions: public, with translated names. */
export const listCategories = <A>(
  service: Service,
  resource: t.Type<A, unknown>,
  language?: Language,
): ListRequest<A> => ({
  ...endpoint(service, categories),
  headers: languageHeader(service, categories.name, language),
  resource,
})

/** One category: public, with a translated name. */
export const getCategory = <A>(
  service: Service,
  codec: t.Type<A, unknown>,
  id: number,
  language?: Language,
): Request<A> => ({
  ...endpoint(service, category, id),
  headers: languageHeader(service, category.name, language),
  codec,
})
