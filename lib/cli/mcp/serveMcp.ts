import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Transform } from 'node:stream'
import { defer, Observable, switchMap } from 'rxjs'
import { toNodeHandler } from '../../server/toNodeHandler.js'
import { loadPeer } from '../loadPeer.js'
import type { BankTool } from './checkedTool.js'

/** How many bytes are kept of each end of a line that is too long. */
const edgeSize = 1000

const newline = '\n'.charCodeAt(0)

/** The parts of a chunk, each up to the end of a line. */
const splitLines = (chunk: Buffer): ReadonlyArray<Buffer> => {
  const parts: Array<Buffer> = []
  let from = 0
  while (from < chunk.length) {
    const end = chunk.indexOf(newline, from)
    const next = end === -1 ? chunk.length : end + 1
    parts.push(chunk.subarray(from, next))
    from = next
  }
  return parts
}

/** The first and the last bytes of a line that is too long. */
export interface LineEdges {
  readonly start: string
  readonly end: string
}

/**
 * A stream that passes on complete lines of at most `maxSize` bytes, and reports each longer line without keeping it in
 * memory.
 */
export const limitLines = (maxSize: number, onLongLine: (edges: LineEdges) => void): Transform => {
  let parts: Array<Buffer> = []
  let size = 0
  const takePart = (stream: Transform, part: Buffer): void => {
    size += part.length
    parts.push(part)
    const isLong = size > maxSize
    if (isLong) {
      const line = Buffer.concat(parts)
      parts = [line.subarray(0, edgeSize), line.subarray(Math.max(edgeSize, line.length - edgeSize))]
    }
    if (part.at(-1) !== newline) return
    const [start, end] = parts.map(String)
    if (isLong) onLongLine({ start: start ?? '', end: end ?? '' })
    else stream.push(Buffer.concat(parts))
    parts = []
    size = 0
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (const part of splitLines(chunk)) takePart(this, part)
      done()
    },
  })
}

const id = String.raw`"id"\s*:\s*(-?(?:0|[1-9]\d*)|"[^"\\\p{Cc}]*")`
const version = String.raw`"jsonrpc"\s*:\s*"2\.0"`
const atStart = new RegExp(String.raw`^\s*\{\s*(?:${version}\s*,\s*)?${id}\s*,`, 'u')
const atEnd = new RegExp(String.raw`,\s*${id}\s*(?:,\s*${version}\s*)?\}\s*$`, 'u')

/** The id of a JSON-RPC request of which only the ends are known: clients write it first or last. */
export const requestId = ({ start, end }: LineEdges): string | number | undefined => {
  const found = (atStart.exec(start) ?? atEnd.exec(end))?.[1]
  return found === undefined ? undefined : (JSON.parse(found) as string | number)
}

const loadSdk = async () =>
  loadPeer('@modelcontextprotocol/server', { user: 'mcp', install: '@modelcontextprotocol/server' }, async () => ({
    ...(await import('@modelcontextprotocol/server')),
    ...(await import('@modelcontextprotocol/server/stdio')),
    ...(await import('./createBankServer.js')),
  }))

/** The maximum size of a request, in bytes. */
const maxRequestSize = 1_000_000

/**
 * Serves tools over standard input and output. Completes when the client closes the input. Answers a request that is
 * too large with an error, because the library would stop listening.
 */
export const serveOverStdio = (tools: ReadonlyArray<BankTool>): Observable<never> =>
  defer(loadSdk).pipe(
    switchMap(
      ({ createBankServer, ProtocolErrorCode, serveStdio, StdioServerTransport }) =>
        new Observable<never>((subscriber) => {
          const { stdin, stdout } = process
          const requests = limitLines(maxRequestSize, (edges) => {
            const message = `the request has more than ${String(maxRequestSize)} bytes`
            const error = { code: ProtocolErrorCode.InvalidRequest, message }
            transport.send({ jsonrpc: '2.0', id: requestId(edges), error }).catch(() => undefined)
          })
          const transport = new StdioServerTransport(stdin.pipe(requests), stdout)
          const mcpServer = serveStdio(() => createBankServer(tools), { transport })
          const { onclose } = transport
          transport.onclose = () => {
            onclose?.()
            subscriber.complete()
          }
          return () => {
            void mcpServer.close()
            stdin.unpipe(requests).pause()
          }
        }),
    ),
  )

/** Where the tools are served over HTTP, and the token that a client has to send. */
export interface McpAddress {
  readonly url: string
  readonly token: string
}

/** The request with its body; `undefined` if the body is too large. */
const withBody = async (request: Request, message: IncomingMessage): Promise<Request | undefined> => {
  const { url, method, headers, signal } = request
  if (method === 'GET' || method === 'HEAD') return request
  const chunks: Array<Buffer> = []
  let size = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxRequestSize) return undefined
    chunks.push(chunk)
  }
  return new Request(url, { method, headers, signal, body: Buffer.concat(chunks) })
}

/** Whether a header has the token. The case of its scheme does not matter. */
const isToken = (authorization: string | null, token: string): boolean => {
  const sent = /^bearer +(.*)$/i.exec(authorization ?? '')?.[1] ?? ''
  const [actual, expected] = [sent, token].map((text) => Buffer.from(text))
  return (
    actual !== undefined &&
    expected !== undefined &&
    actual.length === expected.length &&
    timingSafeEqual(actual, expected)
  )
}

/**
 * Serves tools over HTTP on this machine only: emits the address, and does not complete. Unsubscribing closes the port.
 * Refuses requests without the token, and requests from web pages of other origins.
 */
export const serveOverHttp = (tools: ReadonlyArray<BankTool>, port: number): Observable<McpAddress> =>
  defer(loadSdk).pipe(
    switchMap(
      (sdk) =>
        new Observable<McpAddress>((subscriber) => {
          const token = randomBytes(24).toString('base64url')
          const mcp = sdk.createMcpHandler(() => sdk.createBankServer(tools))
          const handler = async (request: Request, message: IncomingMessage): Promise<Response> => {
            const refusal =
              sdk.hostHeaderValidationResponse(request, sdk.localhostAllowedHostnames()) ??
              sdk.originValidationResponse(request, sdk.localhostAllowedOrigins())
            if (refusal !== undefined) return refusal
            if (!isToken(request.headers.get('authorization'), token)) return new Response(null, { status: 401 })
            if (new URL(request.url).pathname !== '/mcp') return new Response(null, { status: 404 })
            const requestWithBody = await withBody(request, message)
            return requestWithBody === undefined ? new Response(null, { status: 413 }) : mcp.fetch(requestWithBody)
          }
          const server = createServer(toNodeHandler(handler))
          server.once('error', (error) => subscriber.error(error))
          server.listen(port, '127.0.0.1', () => {
            const { port: openPort } = server.address() as AddressInfo
            subscriber.next({ url: `http://127.0.0.1:${String(openPort)}/mcp`, token })
          })
          return () => {
            server.close()
            server.closeAllConnections()
          }
        }),
    ),
  )
