import { type ClientRequest, Agent as HttpAgent, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import fetch from 'cross-fetch'
import { Observable } from 'rxjs'
import { DecodeError } from '../../base/error/DecodeError.js'
import { bodyBytes, textOf } from '../../base/platform/bodyBytes.js'
import { reveal } from '../../base/Redacted.js'
import type { Http } from '../Http.js'
import { type HttpRequest, wireHeaders, wireUrl } from '../HttpRequest.js'
import type { HttpResponse } from '../HttpResponse.js'
import { toClientError } from '../toClientError.js'

/** An agent with `addRequest`, which Node calls with each request and which `@types/node` lacks. */
interface RequestAgent extends HttpAgent {
  readonly addRequest: (request: ClientRequest, ...rest: ReadonlyArray<unknown>) => void
}

const sockets = { keepAlive: true, maxSockets: 64 }
const agents = { http: new HttpAgent(sockets), https: new HttpsAgent(sockets) }

/** The shared agent for a URL, wrapped so that `onRequest` is called with the request that cross-fetch creates. */
const agentOf = ({ protocol }: URL, onRequest: (request: ClientRequest) => void): HttpAgent => {
  const shared = (protocol === 'http:' ? agents.http : agents.https) as RequestAgent
  const addRequest: RequestAgent['addRequest'] = (request, ...rest) => {
    onRequest(request)
    shared.addRequest(request, ...rest)
  }
  return Object.create(shared, { addRequest: { value: addRequest } }) as HttpAgent
}

/**
 * Makes a request fail if cross-fetch would wait forever for its response, and corrects responses that it would
 * misread.
 */
const failOnBadResponse = (request: ClientRequest): void => {
  request.on('response', (response: IncomingMessage) => {
    // A truncated body would never complete, because cross-fetch listens only to errors of the request.
    response.on('error', (error) => request.emit('error', error))
    // A body with the encoding `GZIP` would stay compressed, because cross-fetch knows only lower-case names.
    const encoding = response.headers['content-encoding']
    if (encoding !== undefined) response.headers['content-encoding'] = encoding.toLowerCase()
    // A status of 0 would become 200.
    if (response.statusCode === 0) request.emit('error', new Error('no status'))
  })
  // If a server switches protocols, the Promise of cross-fetch would never settle. The request no longer owns the
  // socket, so the socket is closed here.
  request.on('upgrade', (_response, socket: Socket) => {
    socket.destroy()
    request.emit('error', new Error('upgraded'))
  })
}

/** A response of cross-fetch on Node. */
interface NodeResponse {
  readonly status: number
  readonly headers: { readonly raw: () => Readonly<Record<string, ReadonlyArray<string>>> }
  readonly body: Readable
}

const joinedHeaders = ({ headers }: NodeResponse): Record<string, string> => {
  const joined: Record<string, string> = {}
  const raw = headers.raw()
  for (const name in raw) joined[name] = (raw[name] as ReadonlyArray<string>).join(', ')
  return joined
}

/** Reads a response whose body is within the limit. Rejects if the body is truncated. */
const readResponse = (response: NodeResponse, request: HttpRequest): Promise<HttpResponse> =>
  new Promise((resolve, reject) => {
    const { status, body } = response
    if (body.destroyed) {
      reject(body.errored ?? new Error('closed'))
      return
    }
    const headers = joinedHeaders(response)
    const bytes = bodyBytes(request.maxBodySize, Number(headers['content-length']))
    body.on('data', (chunk: Buffer) => {
      if (!bytes.add(chunk)) reject(new DecodeError({ ...request, reason: 'too-large' }))
    })
    body.on('end', () => resolve({ status, headers, body: textOf(bytes.whole()) }))
    body.on('error', reject)
    body.on('close', reject)
  })

/**
 * The transport for Node: cross-fetch over kept-alive sockets.
 *
 * Emits one response and completes. Redirects are not followed. Errors with a `DecodeError` if the decompressed body
 * has more than `maxBodySize` bytes, and with a `NetworkError` if no complete response arrives for another reason.
 * Unsubscribing aborts.
 */
export const transport: Http = (request) =>
  new Observable((subscriber) => {
    if (subscriber.closed) return
    let sentRequest: ClientRequest | undefined
    const init = {
      method: request.method,
      headers: wireHeaders(request),
      redirect: 'manual',
      body: request.body._tag === 'Some' ? reveal(request.body.value) : null,
      agent: (url: URL) =>
        agentOf(url, (clientRequest) => {
          sentRequest = clientRequest
          failOnBadResponse(clientRequest)
        }),
    } as const
    const fetched = fetch(wireUrl(request), init) as unknown as Promise<NodeResponse>
    fetched
      .then((response) => readResponse(response, request))
      .then(
        (response) => {
          sentRequest = undefined
          subscriber.next(response)
          subscriber.complete()
        },
        (error: unknown) => subscriber.error(toClientError(error, request)),
      )
    // `destroy` instead of an AbortController, which would take a fifth of a request's CPU time.
    return () => {
      sentRequest?.destroy()
    }
  })
