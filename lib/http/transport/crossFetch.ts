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
 * Hands an answer's errors to its request: there, and only there, cross-fetch listens. Without it the promise of a body
 * that was cut off would stay open for ever.
 */
const withCutOffs = <A extends HttpAgent>(agent: A): A => {
  const dispatcher = agent as unknown as Dispatcher
  const addRequest = dispatcher.addRequest.bind(agent)
  dispatcher.addRequest = (request, ...rest) => {
    request.once('response', (response: IncomingMessage) => {
      response.once('error', (error) => request.emit('error', error))
    })
    addRequest(request, ...rest)
  }
  return agent
}

const sockets = { keepAlive: true, maxSockets: 64 }
const agents = { http: withCutOffs(new HttpAgent(sockets)), https: withCutOffs(new HttpsAgent(sockets)) }
const agent = ({ protocol }: URL) => (protocol === 'http:' ? agents.http : agents.https)

/** The body's text; nothing beyond the limit is kept. */
const readBody = (body: Readable, request: HttpRequest): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Array<Buffer> = []
    let size = 0
    body.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > request.maxBodySize) body.destroy(new DecodeError({ ...request, reason: 'too-large' }))
      else chunks.push(chunk)
    })
    finished(body, (error) => {
      if (error) reject(error)
      else resolve(Buffer.concat(chunks).toString('utf8'))
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
