import { isLeft } from 'fp-ts/lib/Either.js'
import { uuid } from '../../base/codec/uuid.js'
import { type BaseUrl, resolveLink } from '../../http/baseUrl.js'
import type { HttpRequest } from '../../http/HttpRequest.js'
import { isBelow } from '../../service/profile/roots.js'
import type { Disguise } from './Disguise.js'
import { keptParameter } from './kept.js'

/** The credentials that the interface allows in a query; they are never written. */
const credentials: ReadonlyArray<string> = ['client_id', 'client_secret']

/** Whether a part of a path is an id. */
const isAbout = (part: string): boolean => /^\d*$/.test(part) || uuid.is(part)

/** The path of a URL, beginning with its root, and the query. Everything after the root is disguised. */
export const scrubUrl = (url: URL, { prefix, roots }: BaseUrl, disguise: Disguise): string => {
  const own = url.pathname.startsWith(prefix) ? url.pathname.slice(prefix.length) : url.pathname
  const root = roots.find((each) => isBelow([each], own)) ?? ''
  const rest = own
    .slice(root.length)
    .split('/')
    .map((part) => (isAbout(part) ? disguise.text(part) : disguise.name(part)))
    .join('/')
  const path = `${root}${rest}`
  const query = Array.from(url.searchParams).flatMap(([name, value]) => {
    if (credentials.includes(name)) return []
    const kept = disguise.keepsAll(name) ? value : keptParameter(name, value)
    return [[disguise.name(name), kept ?? disguise.text(value)]]
  })
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query).toString()}`
}

/**
 * A disguised link of an answer. In a replay it leads to the same entry, or is refused for the same reason, as the
 * original.
 */
export const scrubLink = (link: string, { url, baseUrl }: HttpRequest, disguise: Disguise): string => {
  const resolved = resolveLink(baseUrl, url, link)
  if (isLeft(resolved)) return resolved.left === 'malformed-link' ? 'https://[' : 'https://elsewhere.invalid/'
  return scrubUrl(new URL(resolved.right), baseUrl, disguise)
}
