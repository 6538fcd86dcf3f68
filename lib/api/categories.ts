import * as t from 'io-ts'
import type { ListRequest } from '../http/Request.js'
import type { ServiceProfile } from '../profile/ServiceProfile.js'
import { path } from './path.js'

/** The languages that category names are translated into. */
export const language = t.keyof({ en: null, fr: null }, "'en' or 'fr'")

/** See {@link language}. */
export type Language = t.TypeOf<typeof language>

/** The categories of transactions: public, their names translated. */
export const listCategories = <A>(
  profile: ServiceProfile,
  resource: t.Type<A, unknown>,
  inLanguage?: Language,
): ListRequest<A> => {
  const operation = 'categories.list'
  const headers = inLanguage === undefined ? {} : { 'Accept-Language': inLanguage }
  return { operation, method: 'GET', path: path(profile, operation, 'categories'), headers, access: 'public', resource }
}
