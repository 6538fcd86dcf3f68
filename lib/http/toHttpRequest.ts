import { fromNullable, none, some } from 'fp-ts/lib/Option.js'
import { noContent } from '../base/codec/noContent.js'
import { UnspecifiedOperation } from '../base/error/UnspecifiedOperation.js'
import { wrongOption } from '../base/error/wrongOption.js'
import { redact } from '../base/Redacted.js'
import type { RequestLine } from '../service/api/Request.js'
import { rootsInWords } from '../service/profile/roots.js'
import { pathUrl } from './baseUrl.js'
import type { Connection } from './Connection.js'
import type { HttpRequest } from './HttpRequest.js'
import { memoizeByObject } from './memoizeByObject.js'
import { mergeHeaders } from './mergeHeaders.js'
import { queryString } from './queryString.js'
import { withSecretQuery } from './withSecretQuery.js'

/** The options of a single call. */
export interface CallConfig {
  /** Milliseconds an attempt may take; default the client's `timeout`. */
  readonly timeout?: number
  /** Headers beyond those of the client. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A page of a list: its number from 1, and its URL, which the first page does not need. */
export interface PageAddress {
  readonly number: number
  readonly url?: string
}

const ownUrl = (connection: Connection, { operation, key, path, query }: RequestLine): string => {
  const url = pathUrl(connection.baseUrl, path)
  if (url === undefined) {
    if (key !== undefined) throw new UnspecifiedOperation({ operation, key: `paths.${key}` })
    const begins = rootsInWords(connection.baseUrl.roots)
    throw wrongOption('/path', `a path that begins with ${begins}, percent-encoded, its parameters in \`query\``)
  }
  return url + queryString(query ? { ...query, ...connection.query } : connection.query)
}

type Headers = HttpRequest['headers']

const json = 'application/json'
const accepting = { Accept: json }
const sending = { Accept: json, 'Content-Type': json }

/** The headers of requests without headers of their own, by those of their connection. */
const standard = (ours: Headers) => memoizeByObject((headers: Headers) => Object.freeze(mergeHeaders(ours, headers)))
const withoutBody = /* @__PURE__ */ standard(accepting)
const withBody = /* @__PURE__ */ standard(sending)

const headersOf = ({ headers }: Connection, request: RequestLine, config: CallConfig): Headers =>
  request.headers || config.headers
    ? mergeHeaders(request.body ? sending : accepting, request.headers, config.headers, headers)
    : (request.body ? withBody : withoutBody)(headers)

const shownRequest = (
  connection: Connection,
  request: RequestLine,
  config: CallConfig,
  page: PageAddress | undefined,
): HttpRequest => ({
  number: connection.nextNumber(),
  operation: request.operation,
  page: fromNullable(page?.number),
  method: request.method,
  url: page?.url ?? ownUrl(connection, request),
  baseUrl: connection.baseUrl,
  headers: headersOf(connection, request, config),
  body: request.body ? some(redact(JSON.stringify(request.body))) : none,
  access: request.access,
  safe: request.safe ?? request.method === 'GET',
  priority: 'interactive',
  timeout: config.timeout ?? connection.timeout,
  maxBodySize: connection.maxBodySize,
  // Copies that set a field which the original lacks cost several times as much.
  admission: undefined,
})

/** Creates the HTTP request of a request value for a connection; throws a `ConfigError` if its path is not valid. */
export const toHttpRequest = (
  connection: Connection,
  request: RequestLine & { readonly codec?: unknown },
  config: CallConfig = {},
  page?: PageAddress,
): HttpRequest => {
  const asked = shownRequest(connection, request, config, page)
  const shown = request.codec === noContent ? { ...asked, ignoresBody: true } : asked
  return request.secretQuery ? withSecretQuery(shown, request.secretQuery) : shown
}
