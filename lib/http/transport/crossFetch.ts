import { Agent as HttpAgent, type ClientRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { finished, type Readable } from 'node:stream'
import fetch from 'cross-fetch'
import { DecodeError } from '../../error/DecodeError.js'
import { reveal } from '../../model/Redacted.js'
import { type HttpRequest, wireHeaders } from '../HttpRequest.js'
import type { HttpResponse } from '../HttpResponse.js'
import { fromExchange } from './fromExchange.js'

interface Dispatcher {
  addRequest: (request: ClientRequest, ...rest: ReadonlyArray<unknown>) => void
}

/**
 * Hands an answer's errors to its request, and what is no answer at all: there, and only there, cross-fetch listens.
 * Without it the promise of a body that was cut off, or of an upgrade, would stay open for ever.
 */
const withFailures = <A extends HttpAgent>(agent: A): A => {
  const dispatcher = agent as unknown as Dispatcher
  const addRequest = dispatcher.addRequest.bind(agent)
  dispatcher.addRequest = (request, ...rest) => {
    request.once('response', (response: IncomingMessage) => {
      response.once('error', (error) => request.emit('error', error))
    })
    request.once('upgrade', (_, socket) => {
      socket.destroy()
      request.emit('error', new Error('upgraded'))
    })
    addRequest(request, ...rest)
  }
  return agent
}

const sockets = { keepAlive: true, maxSockets: 64 }
const agents = { http: withFailures(new HttpAgent(sockets)), https: withFailures(new HttpsAgent(sockets)) }
const agent = ({ protocol }: URL) => (protocol === 'http:' ? agents.http : agents.https)

/** The body's text; nothing beyond the limit is kept, and nothing of a chunk but its bytes: a body may come in millions. */
const readBody = (body: Readable, request: HttpRequest): Promise<string> =>
  new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0)
    let size = 0
    body.on('data', (chunk: Buffer) => {
      const end = size + chunk.length
      if (end > request.maxBodySize) {
        body.destroy(new DecodeError({ ...request, reason: 'too-large' }))
        return
      }
      if (end > bytes.length) {
        const larger = Buffer.allocUnsafe(Math.max(end, Math.min(bytes.length * 2, request.maxBodySize)))
        bytes.copy(larger, 0, 0, size)
        bytes = larger
      }
      chunk.copy(bytes, size)
      size = end
    })
    finished(body, (error) => {
      if (error) reject(error)
      else resolve(bytes.toString('utf8', 0, size))
    })
  })

const exchange = async (request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> => {
  const init: RequestInit = {
    method: request.method,
    headers: wireHeaders(request),
    redirect: 'manual',
    signal,
    ...(request.body._tag === 'Some' ? { body: reveal(request.body.value) } : {}),
  }
  const response = await fetch(request.url, { ...init, agent } as RequestInit)
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers.entries()),
    body: await readBody(response.body as unknown as Readable, request),
  }
}

/**
 * The transport for Node: cross-fetch over kept-alive sockets.
 *
 * Emits one answer and completes. Follows no redirect; a body beyond `maxBodySize` bytes, decompressed, is a
 * `DecodeError`; everything else that keeps an answer from coming whole is a `NetworkError`. Unsubscribing aborts.
 */
export const transport = fromExchange(exchange)
