import { isLeft } from 'fp-ts/lib/Either.js'
import { uuid } from '../codec/uuid.js'
import { resolveLink } from '../http/baseUrl.js'
import type { Disguise } from './Disguise.js'
import { keptParameter } from './kept.js'

/** Credentials that the interface allows in a query; another client sends others. */
const credentials: ReadonlyArray<string> = ['client_id', 'client_secret']

/** The path before the version segment. */
const prefixOf = ({ pathname }: URL): string => pathname.slice(0, Math.max(pathname.indexOf('/v2/'), 0))

/** Whether a part of a path says what it is about, and not where that is. */
const isAbout = (part: string): boolean => /^\d*$/.test(part) || uuid.is(part)

/** The path of a URL from the version segment on, and its query, both in disguise. */
export const scrubUrl = (url: URL, disguise: Disguise): string => {
  const path = url.pathname
    .slice(prefixOf(url).length)
    .split('/')
    .map((part) => (isAbout(part) ? disguise.text(part) : disguise.name(part)))
    .join('/')
  const query = Array.from(url.searchParams).flatMap(([name, value]) => {
    if (credentials.includes(name)) return []
    const kept = disguise.keepsAll(name) ? value : keptParameter(name, value)
    return [[disguise.name(name), kept ?? disguise.text(value)]]
  })
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query).toString()}`
}

/** A link of an answer in disguise: it leads to the same place on the tape, or is refused for the same reason. */
export const scrubLink = (link: string, from: URL, disguise: Disguise): string => {
  const resolved = resolveLink({ origin: from.origin, prefix: prefixOf(from) }, from.href, link)
  if (isLeft(resolved)) return resolved.left === 'malformed-link' ? 'https://[' : 'https://elsewhere.invalid/'
  return scrubUrl(new URL(resolved.right), disguise)
}
