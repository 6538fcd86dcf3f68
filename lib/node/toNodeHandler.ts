import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { TLSSocket } from 'node:tls'
import { integer } from '../codec/integer.js'
import { options } from '../codec/options.js'
import { decodeOptions } from '../error/decodeOptions.js'

/** How an answer is sent. */
export interface ToNodeHandlerConfig {
  /**
   * Milliseconds that a browser may take to read an answer, from when there is one; default 60,000. Then the connection
   * is cut: answers that nobody reads would fill the memory. At most 2,147,483,647.
   */
  readonly timeout?: number
}

const codec = options('an object with timeout', {}, { timeout: integer(1, 2 ** 31 - 1) })

/** Headers as the platform has them; HTTP/2 has some of its own that begin with a colon. */
const headersOf = ({ rawHeaders }: IncomingMessage): Headers => {
  const headers = new Headers()
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = rawHeaders.slice(i, i + 2)
    if (!name.startsWith(':')) headers.append(name, value)
  }
  return headers
}

/** A request as the platform has it, its body left where it is; `undefined` for one that has no place there. */
const toRequest = (message: IncomingMessage, signal: AbortSignal): Request | undefined => {
  const target = message.url ?? ''
  const scheme = (message.socket as Partial<TLSSocket>).encrypted === true ? 'https' : 'http'
  const host = message.headers.host ?? message.headers[':authority'] ?? 'localhost'
  const address = `${scheme}://${String(host)}${target}`
  try {
    const url = new URL(address)
    // What is not the same when it is read again, as dots and backslashes are not, somebody means otherwise.
    if (!target.startsWith('/') || url.pathname + url.search !== target) return undefined
    return new Request(url, { method: message.method ?? 'GET', headers: headersOf(message), signal })
  } catch {
    return undefined
  }
}

const refuse = (response: ServerResponse, status: number): void => {
  response.writeHead(status, { 'Content-Type': 'text/plain' }).end()
}

const send = async (answer: Response, response: ServerResponse, timeout: number): Promise<void> => {
  const body = answer.body === null ? undefined : Readable.fromWeb(answer.body as ReadableStream)
  // The time of the answer is that of whoever made it, or none: watchers go by it.
  response.sendDate = false
  response.statusCode = answer.status
  for (const [name, value] of answer.headers) response.setHeader(name, value)
  const cookies = answer.headers.getSetCookie()
  if (cookies.length > 0) response.setHeader('set-cookie', cookies)
  if (body === undefined) response.end()
  else await pipeline(body, response, { signal: AbortSignal.timeout(timeout) })
}

/**
 * Makes a handler for Node's own server, and for Express and Fastify, of one that takes a `Request`, such as that of
 * `createGateway`, which then gets Node's request as its context.
 *
 * - When the browser leaves, the signal of the `Request` aborts; where it has left already, nothing is asked.
 * - No body is read; the answer is sent as fast as the browser takes it, for `timeout` milliseconds at most.
 * - The answer has the `Date` of the `Response`, or none.
 * - A request that has no place in a `Request`, such as one with dots to resolve in its path, is a 400; a handler that
 *   rejects or throws is a 500.
 *
 * Throws a `ConfigError` for a wrong option.
 *
 * @example
 * import { createServer } from 'node:http'
 * import { createClient } from 'rxbank'
 * import { createGateway, toNodeHandler } from 'rxbank/node'
 * import { createSandbox } from 'rxbank/sandbox'
 *
 * const { credentials, http } = createSandbox()
 * const client = createClient({ baseUrl: 'https://bank.example', ...credentials, http })
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
    const leaving = new AbortController()
    response.once('close', () => {
      leaving.abort()
    })
    const request = toRequest(message, leaving.signal)
    if (request === undefined) {
      refuse(response, 400)
      return
    }
    const answering = async (): Promise<void> => send(await handler(request, message), response, timeout)
    answering().catch(() => {
      if (response.headersSent || response.destroyed) response.destroy()
      else refuse(response, 500)
    })
  }
}
