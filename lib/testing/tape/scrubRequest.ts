import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { plainDate } from '../../base/codec/calendar.js'
import { object } from '../../base/codec/object.js'
import { parseJson } from '../../base/codec/parseJson.js'
import { uuid } from '../../base/codec/uuid.js'
import { reveal } from '../../base/Redacted.js'
import { type BaseUrl, resolveLink } from '../../http/baseUrl.js'
import { type HttpRequest, wireHeaders } from '../../http/HttpRequest.js'
import { absoluteUrl } from '../../http/queryString.js'
import { isBelow } from '../../service/profile/roots.js'
import { harmlessParameter } from './keepHarmless.js'
import { knownNames } from './knownNames.js'
import type { Anonymizer } from './pseudonyms.js'
import type { TapeRequest } from './TapeEntry.js'

/** The credentials that the API allows in a query; they are never written. */
const credentials: ReadonlyArray<string> = ['client_id', 'client_secret']

/** Whether a part of a path is an id. */
const isId = (part: string): boolean => /^\d*$/.test(part) || uuid.is(part)

/**
 * The path from the API's version segment (such as `/v2`) onwards, and the query. Everything after that segment is
 * anonymized.
 */
const scrubUrl = (url: URL, { prefix, roots }: BaseUrl, anonymizer: Anonymizer): string => {
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
 * An anonymized link of a response. In a replay it leads to the same entry as the original link, or is refused for the
 * same reason.
 */
export const scrubLink = (link: string, { url, baseUrl }: HttpRequest, anonymizer: Anonymizer): string => {
  const resolved = resolveLink(baseUrl, url, link)
  if (isLeft(resolved)) return resolved.left === 'malformed-link' ? 'https://[' : 'https://elsewhere.invalid/'
  return scrubUrl(new URL(resolved.right), baseUrl, anonymizer)
}

const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  return t.UnknownArray.is(value) ? 'array' : typeof value
}

/** The known field names of a body, each with the type of its value. */
const structure = ({ body }: HttpRequest): TapeRequest['body'] => {
  if (body._tag === 'None') return undefined
  const json = parseJson(reveal(body.value))
  if (isLeft(json) || !object.is(json.right)) return {}
  const knownFields = Object.entries(json.right).filter(([name]) => knownNames.has(name))
  return Object.fromEntries(knownFields.map(([name, value]) => [name, kindOf(value)]))
}

/**
 * The anonymized request for the tape; `userOf` returns the user of a bearer token. Throws a `ConfigError` if the URL
 * is not absolute.
 */
export const scrubRequest = (
  request: HttpRequest,
  anonymizer: Anonymizer,
  userOf: (authorization: string) => string | undefined,
): TapeRequest => {
  const url = absoluteUrl(request)
  if (isLeft(url)) throw url.left
  const headers = Object.entries(wireHeaders(request)).map(([name, value]) => [name.toLowerCase(), value] as const)
  const header = (pattern: RegExp, isAllowed: (value: string) => boolean): string | undefined =>
    headers.find(([name, value]) => pattern.test(name) && isAllowed(value))?.[1]
  const user = userOf(header(/^authorization$/, () => true) ?? '')
  const fields = {
    version: header(/-version$/, plainDate.is),
    language: header(/^accept-language$/, (value) => /^[a-z]{2}$/.test(value)),
    user: user === undefined ? undefined : anonymizer.text(user),
    body: structure(request),
  }
  const presentFields = Object.entries(fields).filter(([, value]) => value !== undefined)
  return {
    method: request.method,
    url: scrubUrl(url.right, request.baseUrl, anonymizer),
    ...Object.fromEntries(presentFields),
  }
}
