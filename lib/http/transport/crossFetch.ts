import { Agent as HttpAgent, type AgentOptions, type ClientRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Readable } from 'node:stream'
import fetch from 'cross-fetch'
import { DecodeError } from '../../base/error/DecodeError.js'
import { bodyBytes, textOf } from '../../base/platform/bodyBytes.js'
import { reveal } from '../../base/Redacted.js'
import { type HttpRequest, wireHeaders, wireUrl } from '../HttpRequest.js'
import { fromExchange } from './fromExchange.js'

/** Node hands each request to `addRequest` of its agent, which @types/node leaves out. */
type AgentClass = new (options: AgentOptions) => HttpAgent & {
  addRequest(request: ClientRequest, ...rest: ReadonlyArray<unknown>): void
}

/** An agent whose requests fail where cross-fetch would wait forever or misread the answer. */
const strict = (Agent: AgentClass) =>
  class extends Agent {
    override addRequest(request: ClientRequest, ...rest: ReadonlyArray<unknown>): void {
      request.on('response', (response: IncomingMessage) => {
        // A body that was cut off would never end: cross-fetch listens to errors of the request alone.
        response.on('error', (error) => request.emit('error', error))
        // A body whose encoding is written as GZIP would stay compressed: cross-fetch knows lower-case names alone.
        const encoding = response.headers['content-encoding']
        if (encoding !== undefined) response.headers['content-encoding'] = encoding.toLowerCase()
        // A status of 0 would become 200.
        if (response.statusCode === 0) request.emit('error', new Error('no status'))
      })
      // A server that switches protocols would never be heard of again.
      request.on('upgrade', (_, socket) => {
        socket.destroy()
        request.emit('error', new Error('upgraded'))
      })
      super.addRequest(request, ...rest)
    }
  }

const StrictHttpAgent = strict(HttpAgent as AgentClass)
const StrictHttpsAgent = strict(HttpsAgent as AgentClass)
const sockets = { keepAlive: true, maxSockets: 64 }
const agents = { http: new StrictHttpAgent(sockets), https: new StrictHttpsAgent(sockets) }
const agent = ({ protocol }: URL) => (protocol === 'http:' ? agents.http : agents.https)

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

/** Reads the text of a body, up to the limit. Rejects if the body is closed before its end. */
const readBody = (body: Readable, length: number, request: HttpRequest): Promise<string> =>
  new Promise((resolve, reject) => {
    if (body.destroyed) {
      reject(body.errored ?? new Error('closed'))
      return
    }
    const bytes = bodyBytes(request.maxBodySize, length)
    body.on('data', (chunk: Buffer) => {
      if (!bytes.add(chunk)) reject(new DecodeError({ ...request, reason: 'too-large' }))
    })
    body.on('end', () => resolve(textOf(bytes.whole())))
    body.on('error', reject)
    body.on('close', reject)
  })

/**
 * The transport for Node: cross-fetch over kept-alive sockets.
 *
 * Emits one answer and completes. Follows no redirect; a body beyond `maxBodySize` bytes, decompressed, is a
 * `DecodeError`; any other failure to receive the complete answer is a `NetworkError`. Unsubscribing aborts.
 */
export const transport = fromExchange(async (request, signal) => {
  const init = {
    method: request.method,
    headers: wireHeaders(request),
    redirect: 'manual',
    body: request.body._tag === 'Some' ? reveal(request.body.value) : null,
    signal,
    agent,
  } as const
  const response = (await fetch(wireUrl(request), init)) as unknown as NodeResponse
  const headers = joinedHeaders(response)
  const body = await readBody(response.body, Number(headers['content-length']), request)
  return { status: response.status, headers, body }
})
