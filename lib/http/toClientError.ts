import { isLeft } from 'fp-ts/lib/Either.js'
import { none, type Option, some } from 'fp-ts/lib/Option.js'
import { type ClientError, isClientError } from '../base/error/ClientError.js'
import { NetworkError } from '../base/error/NetworkError.js'
import type { HttpRequest } from './HttpRequest.js'
import { absoluteUrl } from './queryString.js'

interface Failure {
  readonly code?: unknown
  readonly cause?: Failure | null
}

/** The error code of the platform, if it consists of capitals, digits and underscores. */
const codeOf = (failure: Failure | null | undefined): Option<string> => {
  const code = failure?.code ?? failure?.cause?.code
  return typeof code === 'string' && /^[A-Z0-9_]{1,48}$/.test(code) ? some(code) : none
}

/**
 * Converts any error of a transport to a `ClientError`, for authors of transports. Never throws.
 *
 * A `ClientError` is returned unchanged. If the URL of the request is not absolute, the result is a `ConfigError`.
 * Everything else becomes a `NetworkError`. Its `code` is the `code` of `error` or of its `cause`, such as Node's
 * `ECONNRESET`, if it consists of capitals, digits and underscores. Messages are not used, because they may contain
 * URLs.
 *
 * - `error`: the value that the platform threw or rejected with.
 * - `request`: the failed request; the error contains its operation, page and origin.
 *
 * @example
 * import { createClient, type Http, toClientError } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { throwError } from 'rxjs'
 *
 * const failure = new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } })
 * const http: Http = (request) => throwError(() => toClientError(failure, request))
 * const client = createClient({ profile: bridge2025, clientId: 'id', http, retry: { count: 0 } })
 * const errors: Array<unknown> = []
 * client.banks.pages().subscribe({ error: (error) => errors.push(String(error)) })
 * assert.match(String(errors), /ECONNREFUSED/)
 */
export const toClientError = (error: unknown, request: HttpRequest): ClientError => {
  if (isClientError(error)) return error
  const url = absoluteUrl(request)
  return isLeft(url)
    ? url.left
    : new NetworkError({ ...request, origin: url.right.origin, code: codeOf(error as Failure) })
}
