import { isLeft } from 'fp-ts/lib/Either.js'
import { uuid } from '../../base/codec/uuid.js'
import { type BaseUrl, resolveLink } from '../../http/baseUrl.js'
import type { HttpRequest } from '../../http/HttpRequest.js'
import { isBelow } from '../../service/profile/roots.js'
import type { Anonymizer } from './Anonymizer.js'
import { harmlessParameter } from './keepHarmless.js'

/** The credentials that the API allows in a query; they are never written. */
const credentials: ReadonlyArray<string> = ['client_id', 'client_secret']

/** Whether a part of a path is an id. */
const isId = (part: string): boolean => /^\d*$/.test(part) || uuid.is(part)

/**
 * The path from the API's version segment (such as `/v2`) onwards, and the query. Everything after that segment is
 * anonymized.
 */
export const scrubUrl = (url: URL, { prefix, roots }: BaseUrl, anonymizer: Anonymizer): string => {
  const servicePath = url.pathname.startsWith(prefix) ? url.pathname.slice(prefix.length) : url.pathname
  const root = roots.find((candidate) => isBelow([candidate], servicePath)) ?? ''
  const anonymizedPath = servicePath
    .slice(root.length)
    .split('/')
    .map((part) => (isId(part) ? anonymizer.text(part) : anonymizer.name(part)))
    .join('/')
  const path = `${root}${anonymizedPath}`
  const query = Array.from(url.searchParams).flatMap(([name, value]) => {
    if (credentials.includes(name)) return []
    const harmless = anonymizer.keepsAll(name) ? value : harmlessParameter(name, value)
    return [[anonymizer.name(name), harmless ?? anonymizer.text(value)]]
  })
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query).toString()}`
}

/**
 * An anonymized link of an answer. In a replay it leads to the same entry as the original link, or is refused for the same
 * reason.
 */
export const scrubLink = (link: string, { url, baseUrl }: HttpRequest, anonymizer: Anonymizer): string => {
  const resolved = resolveLink(baseUrl, url, link)
  if (isLeft(resolved)) return resolved.left === 'malformed-link' ? 'https://[' : 'https://elsewhere.invalid/'
  return scrubUrl(new URL(resolved.right), baseUrl, anonymizer)
}
