import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { exactUrl, localHostName } from '../base/codec/exactUrl.js'
import type { PagingReason } from '../base/error/PagingError.js'
import { isBelow } from '../service/profile/roots.js'

/** The base URL of the service. Requests are sent only to its origin, below its prefix and one of its roots. */
export interface BaseUrl {
  /** Scheme, host and port. */
  readonly origin: string
  /** The path before the roots, without a slash at its end; usually empty. */
  readonly prefix: string
  /** Where the paths of the service begin, such as `/v2`, without a slash at the end. */
  readonly roots: ReadonlyArray<string>
}

const parse = (text: string, base?: string): URL | undefined =>
  URL.canParse(text, base) ? new URL(text, base) : undefined

/**
 * Parses a base URL: `https`, or `http` to this machine; without credentials, query, fragment, or a root at its end.
 * `undefined` for any other text.
 */
export const baseUrl = (text: string, roots: ReadonlyArray<string>, base?: string): BaseUrl | undefined => {
  const url = exactUrl(text, base)
  if (url === undefined) return undefined
  const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && localHostName.test(url.hostname))
  const isBare = url.search + url.hash === ''
  const prefix = url.pathname.replace(/\/+$/, '')
  const isRoot = roots.some((root) => prefix.endsWith(root))
  return isSecure && isBare && !isRoot ? { origin: url.origin, prefix, roots } : undefined
}

/** A path, with or without a query, that needs no resolving and no escaping. Nearly all links are such paths. */
const plain = /^(\/[\w~-][\w.~-]*)+(\?[!"$-~]*)?$/

/** The URL of a path; `undefined` if the path is not below a root, or needs resolving or escaping. */
export const pathUrl = ({ origin, prefix, roots }: BaseUrl, path: string): string | undefined => {
  if (!isBelow(roots, path)) return undefined
  const url = `${origin}${prefix}${path}`
  const isPath =
    (plain.test(path) && !path.includes('?')) ||
    (!/%(?![\da-f]{2})/i.test(path) && parse(url)?.pathname === `${prefix}${path}`)
  return isPath ? url : undefined
}

/** Whether a URL is below a root of the base URL, without credentials. */
const isBelowBase = (base: BaseUrl, url: URL): boolean =>
  url.origin === base.origin &&
  url.username === '' &&
  url.password === '' &&
  url.pathname.startsWith(base.prefix) &&
  isBelow(base.roots, url.pathname.slice(base.prefix.length))

/**
 * Path segments that a proxy may decode to `..` or to a separator: slashes, backslashes or dots, percent-encoded any
 * number of times; and `..` with a path parameter, `..;x`.
 */
const ambiguous = /%(25)*(2f|5c)|\/(\.|%(25)*2e){2}(;|%(25)*3b|\/|$)/i

/** Whether a parameter is a credential, however its name is encoded. */
const isCredential = (parameter: string): boolean => {
  const [name = ''] = parameter.split('=', 1)
  const [decoded = ''] = name.includes('%') ? new URLSearchParams(name).keys() : [name]
  return /^client_(?:id|secret)$/.test(decoded)
}

/** Removes credentials from a URL and appends parameters; all other bytes stay the same. */
const replaceCredentials = (text: string, parameters: string): string => {
  const queryIndex = text.indexOf('?')
  const existing = queryIndex < 0 ? [] : text.slice(queryIndex + 1).split('&')
  const remaining = existing.filter((parameter) => !isCredential(parameter))
  if (parameters === '' && remaining.length === existing.length) return text
  const all = [
    ...(remaining.length === 1 && remaining[0] === '' ? [] : remaining),
    ...(parameters === '' ? [] : [parameters]),
  ]
  return `${queryIndex < 0 ? text : text.slice(0, queryIndex)}${all.length === 0 ? '' : '?'}${all.join('&')}`
}

/**
 * Resolves a link of the service to an absolute URL.
 *
 * A link that begins with a root is appended to the prefix, unless it begins with the prefix already. Any other link is
 * resolved against `requestUrl`, the URL of its request. The result must be below a root.
 *
 * The query stays the same byte for byte, with two exceptions: characters that a request must not contain are
 * percent-encoded, and credentials are removed, because policies add them. `query` is appended to every URL.
 */
export const resolveLink = (
  base: BaseUrl,
  requestUrl: string,
  link: string,
  query: Readonly<Record<string, string>> = {},
): Either<PagingReason, string> => {
  const added = new URLSearchParams(query).toString()
  const hasPrefix = base.prefix !== '' && link.startsWith(`${base.prefix}/`)
  const isPath = !hasPrefix && isBelow(base.roots, link)
  if (isPath && plain.test(link)) return right(`${base.origin}${base.prefix}${replaceCredentials(link, added)}`)
  const joined = isPath ? `${base.origin}${base.prefix}${link}` : link
  const url = parse(joined, requestUrl)
  if (url === undefined || /\p{Cc}/u.test(link)) return left('malformed-link')
  // #sabotage: foreign-link
  if (!isBelowBase(base, url) || ambiguous.test(url.pathname)) return left('foreign-address')
  const [beforeHash = ''] = joined.split('#', 1)
  const [rawQuery = ''] = /\?.*/s.exec(beforeHash) ?? []
  return right(
    `${url.origin}${url.pathname}${replaceCredentials(/^[!-~]*$/.test(rawQuery) ? rawQuery : url.search, added)}`,
  )
}
