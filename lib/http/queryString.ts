import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { ConfigError } from '../base/error/ConfigError.js'
import { wrongOption } from '../base/error/decodeOptions.js'
import { redact, reveal } from '../base/Redacted.js'
import type { RequestLine } from '../service/api/Request.js'
import type { HttpRequest } from './HttpRequest.js'

/** The parsed URL of a request. `Left` if it is not absolute: then a caller or a policy has built the request. */
export const absoluteUrl = ({ url }: Pick<HttpRequest, 'url'>): Either<ConfigError, URL> =>
  URL.canParse(url)
    ? right(new URL(url))
    : left(wrongOption('/url', 'an absolute URL, such as https://bank.example/v2/banks'))

/** Adds query parameters that only the transport can read. Spaces become `%20`, which every server decodes. */
export const withSecretQuery = (request: HttpRequest, parameters: Readonly<Record<string, string>>): HttpRequest => {
  const previous = request.secretQuery && reveal(request.secretQuery)
  const added = new URLSearchParams(parameters).toString().replaceAll('+', '%20')
  const all = [previous, added].filter(Boolean).join('&')
  return all === '' ? request : { ...request, secretQuery: redact(all) }
}

/** The query of a URL with its question mark; empty if no parameter has a value. */
export const queryString = (query: NonNullable<RequestLine['query']>): string => {
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined)
  return parameters.length === 0 ? '' : `?${String(new URLSearchParams(parameters as Array<[string, string]>))}`
}
