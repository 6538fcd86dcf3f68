import * as t from 'io-ts'
import { object } from '../../base/codec/object.js'
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

/** The codec of one resource that may be alone in a list, which is documented for the category of 2025-01-15. */
const aloneInList = <A>(codec: t.Type<A, unknown>): t.Type<A, unknown> => {
  const alone = (u: unknown): unknown =>
    object.is(u) && Array.isArray(u.resources) && u.resources.length === 1 ? u.resources[0] : u
  return new t.Type(codec.name, codec.is, (u, context) => codec.validate(alone(u), context), codec.encode)
}

/** One category: public, with a translated name. */
export const getCategory = <A>(
  service: Service,
  codec: t.Type<A, unknown>,
  id: number,
  language?: Language,
): Request<A> => ({
  ...endpoint(service, category, id),
  headers: languageHeader(service, category.name, language),
  codec: aloneInList(codec),
})
