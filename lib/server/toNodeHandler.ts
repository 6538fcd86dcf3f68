import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { TLSSocket } from 'node:tls'
import { integer } from '../base/codec/numbers.js'
import { options } from '../base/codec/options.js'
import { decodeOptions } from '../base/error/decodeOptions.js'

/** How a response is sent. */
export interface ToNodeHandlerConfig {
  /**
   * How many milliseconds a browser may take to read a response; default 60,000, at most 2,147,483,647. Then the
   * connection is closed, because unread responses would fill the memory.
   */
  readonly timeout?: number
}

const codec = options('an object with timeout', {}, { timeout: integer(1, 2 ** 31 - 1) })

/** The headers of a request as `Headers`, without the pseudo-headers of HTTP/2, which begin with a colon. */
const headersOf = ({ rawHeaders }: IncomingMessage): Headers => {
  const headers = new Headers()
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = rawHeaders.slice(i, i + 2)
    if (!name.startsWith(':')) headers.append(name, value)
  }
  return headers
}

/** A request of Node as a `Request`, without its body; `undefined` if it cannot be one. */
const toRequest = (message: IncomingMessage, signal: AbortSignal): Request | undefined => {
  const target = message.url ?? ''
  const scheme = (message.socket as Partial<TLSSocket>).encrypted === true ? 'https' : 'http'
  const host = message.headers.host ?? message.headers[':authority'] ?? 'localhost'
  const address = `${scheme}://${String(host)}${target}`
  try {
    const url = new URL(address)
    // A path that `URL` changes, by resolving dots or backslashes, is refused: the client may have meant another path.
    if (!target.startsWith('/') || url.pathname + url.search !== target) return undefined
    return new Request(url, { method: message.method ?? 'GET', headers: headersOf(message), signal })
  } catch {
    return undefined
  }
}

const refuse = (response: ServerResponse, status: number): void => {
  response.writeHead(status, { 'Content-Type': 'text/plain' }).end()
}

const send = async (result: Response, response: ServerResponse, timeout: number): Promise<void> => {
  const body = result.body === null ? undefined : Readable.fromWeb(result.body as ReadableStream)
  // The response has the `Date` of the `Response`, or none, because watchers take the service's time from it.
  response.sendDate = false
  response.statusCode = result.status
  for (const [name, value] of result.headers) response.setHeader(name, value)
  const cookies = result.headers.getSetCookie()
  if (cookies.length > 0) response.setHeader('set-cookie', cookies)
  if (body === undefined) response.end()
  else await pipeline(body, response, { signal: AbortSignal.timeout(timeout) })
}

/**
 * Converts a handler that takes a `Request`, such as the one from `createGateway`, to a handler for Node's own server,
 * Express and Fastify. The handler gets Node's request as its context.
 *
 * - When the browser disconnects, the signal of the `Request` aborts. If it has already disconnected, the handler is
 *   not called.
 * - The body of the request is not read. The response is sent as fast as the browser reads it, for `timeout`
 *   milliseconds at most.
 * - The response has the `Date` of the `Response`, or none.
 * - If a `Request` cannot represent the request, for example because of dots in its path that would be resolved, the
 *   response is a 400. If the handler rejects or throws, it is a 500.
 *
 * Throws a `ConfigError` for an invalid option.
 *
 * @example
 * import { createServer } from 'node:http'
 * import { createClient, documentedProfile } from 'rxbank'
 * import { createGateway, toNodeHandler } from 'rxbank/node'
 * import { createSandbox } from 'rxbank/sandbox'
 *
 * const { credentials, http } = createSandbox({ profile: documentedProfile })
 * const client = createClient({ profile: documentedProfile, baseUrl: 'https://bank.example', ...credentials, http })
 * const gateway = createGateway(client, { prefix: '/api/bank', authorize: () => ({ externalUserId: 'A6J' }) })
 * const server = createServer(toNodeHandler(gateway)).listen(0, '127.0.0.1')
 * await new Promise((listening) => server.once('listening', listening))
 *
 * const address = server.address()
 * const port = typeof address === 'object' ? address?.port : undefined
 * const headers = { 'RxBank-Gateway': 'interactive' }
 * const answer = await fetch(`http://127.0.0.1:${port}/api/bank/v2/items`, { headers })
 * assert.deepStrictEqual(answer.status, 200)
 * server.close()
 */
export const toNodeHandler = <M extends IncomingMessage>(
  handler: (request: Request, message: M) => Promise<Response>,
  config: ToNodeHandlerConfig = {},
): ((message: M, response: ServerResponse) => void) => {
  const { timeout = 60_000 } = decodeOptions(codec, config)
  return (message, response) => {
    if (response.destroyed) return
    const disconnect = new AbortController()
    response.once('close', () => {
      disconnect.abort()
    })
    const request = toRequest(message, disconnect.signal)
    if (request === undefined) {
      refuse(response, 400)
      return
    }
    const respond = async (): Promise<void> => send(await handler(request, message), response, timeout)
    respond().catch(() => {
      if (response.headersSent || response.destroyed) response.destroy()
      else refuse(response, 500)
    })
  }
}
