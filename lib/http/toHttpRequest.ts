import { fromNullable, none, some } from 'fp-ts/lib/Option.js'
import { noContent } from '../base/codec/noContent.js'
import { wrongOption } from '../base/error/decodeOptions.js'
import { UnspecifiedOperation } from '../base/error/UnspecifiedOperation.js'
import { memoizeByObject } from '../base/memoizeByObject.js'
import { redact } from '../base/Redacted.js'
import type { RequestLine } from '../service/api/Request.js'
import { rootsInWords } from '../service/profile/roots.js'
import { pathUrl } from './baseUrl.js'
import type { Connection } from './Connection.js'
import type { HttpRequest, Priority } from './HttpRequest.js'
import { mergeHeaders } from './HttpResponse.js'
import { queryString, withSecretQuery } from './queryString.js'

/** The options of a single call. */
export interface CallConfig {
  /** The milliseconds that an attempt may take; default: the client's `timeout`. */
  readonly timeout?: number
  /** Additional headers. */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * `background` if nobody waits for the result: the request lets interactive requests go first, and waits while
   * `active$` is `false`. Default `interactive`. The requests of watchers are always `background`.
   */
  readonly priority?: Priority
  /**
   * Called each time when the request has to wait before it is sent: for a permit of a limit, after a 429, or before a
   * retry. Gets the minimum wait in milliseconds; not called while it is unknown. Must not throw.
   */
  readonly onWait?: (milliseconds: number) => void
}

/** A page of a list: its number from 1, and its URL, which is missing for the first page. */
export interface PageAddress {
  readonly number: number
  readonly url?: string
}

const requestUrl = (connection: Connection, { operation, key, path, query }: RequestLine): string => {
  const url = pathUrl(connection.baseUrl, path)
  if (url === undefined) {
    if (key !== undefined) throw new UnspecifiedOperation({ operation, key: `paths.${key}` })
    const allowedRoots = rootsInWords(connection.baseUrl.roots)
    throw wrongOption('/path', `a path that begins with ${allowedRoots}, percent-encoded, its parameters in \`query\``)
  }
  return url + queryString(query ? { ...query, ...connection.query } : connection.query)
}

type Headers = HttpRequest['headers']

const json = 'application/json'
const acceptHeaders = { Accept: json }
const bodyHeaders = { Accept: json, 'Content-Type': json }

/** Merges and memoizes the headers of requests without additional headers; the key is the headers of the connection. */
const memoizeHeaders = (common: Headers) =>
  memoizeByObject((headers: Headers) => Object.freeze(mergeHeaders(common, headers)))
const headersWithoutBody = /* @__PURE__ */ memoizeHeaders(acceptHeaders)
const headersWithBody = /* @__PURE__ */ memoizeHeaders(bodyHeaders)

const headersOf = ({ headers }: Connection, request: RequestLine, config: CallConfig): Headers =>
  request.headers || config.headers
    ? mergeHeaders(request.body ? bodyHeaders : acceptHeaders, request.headers, config.headers, headers)
    : (request.body ? headersWithBody : headersWithoutBody)(headers)

const withoutSecretQuery = (
  connection: Connection,
  request: RequestLine,
  config: CallConfig,
  page: PageAddress | undefined,
): HttpRequest => ({
  number: connection.nextRequestNumber(),
  operation: request.operation,
  page: fromNullable(page?.number),
  method: request.method,
  url: page?.url ?? requestUrl(connection, request),
  baseUrl: connection.baseUrl,
  headers: headersOf(connection, request, config),
  body: request.body ? some(redact(JSON.stringify(request.body))) : none,
  access: request.access,
  idempotent: request.idempotent ?? request.method === 'GET',
  priority: config.priority ?? 'interactive',
  onWait: config.onWait,
  timeout: config.timeout ?? connection.timeout,
  maxBodySize: connection.maxBodySize,
  // Policies copy the request with this field. A copy is several times slower if the original lacks the field.
  admission: undefined,
})

/** Creates the HTTP request for a request value on a connection. Throws a `ConfigError` for an invalid path. */
export const toHttpRequest = (
  connection: Connection,
  request: RequestLine & { readonly codec?: unknown },
  config: CallConfig = {},
  page?: PageAddress,
): HttpRequest => {
  const common = withoutSecretQuery(connection, request, config, page)
  const httpRequest = request.codec === noContent ? { ...common, ignoresBody: true } : common
  return request.secretQuery ? withSecretQuery(httpRequest, request.secretQuery) : httpRequest
}
