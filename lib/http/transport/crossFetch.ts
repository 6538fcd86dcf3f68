import { type ClientRequest, Agent as HttpAgent, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
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

interface Dispatcher {
  addRequest: (request: ClientRequest, ...rest: ReadonlyArray<unknown>) => void
}

/** The last request that was created: cross-fetch creates it before its call returns. */
let made: ClientRequest | undefined

/**
 * Emits errors of an answer, and an upgrade, as errors of the request, which is all that cross-fetch listens to.
 * Otherwise the promise of a body that was cut off, or of an upgrade, would never settle.
 */
const withFailures = <A extends HttpAgent>(agent: A): A => {
  const dispatcher = agent as unknown as Dispatcher
  const addRequest = dispatcher.addRequest.bind(agent)
  dispatcher.addRequest = (request, ...rest) => {
    made = request
    request.on('response', (response: IncomingMessage) => {
      response.on('error', (error) => request.emit('error', error))
      const encoding = response.headers['content-encoding']
      // cross-fetch recognises only lower-case names of encodings.
      if (encoding !== undefined) response.headers['content-encoding'] = encoding.toLowerCase()
      // cross-fetch would turn a status of 0 into 200.
      if (response.statusCode === 0) request.emit('error', new Error('no status'))
    })
    request.on('upgrade', (_, socket) => {
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

/** A response of cross-fetch on Node. */
interface Answer {
  readonly status: number
  readonly headers: { readonly raw: () => Readonly<Record<string, ReadonlyArray<string>>> }
  readonly body: Readable
}

/** Reads the body of an answer up to the limit. Calls one of its two callbacks, and after that at most `fail`. */
const read = (
  { status, headers, body }: Answer,
  request: HttpRequest,
  whole: (response: HttpResponse) => void,
  fail: (error?: unknown) => void,
): void => {
  if (body.destroyed) {
    fail(body.errored)
    return
  }
  const named: Record<string, string> = {}
  const raw = headers.raw()
  for (const name in raw) named[name] = (raw[name] as ReadonlyArray<string>).join(', ')
  const bytes = bodyBytes(request.maxBodySize, Number(named['content-length']))
  body.on('data', (chunk: Buffer) => {
    if (!bytes.add(chunk)) fail(new DecodeError({ ...request, reason: 'too-large' }))
  })
  body.on('end', () => whole({ status, headers: named, body: textOf(bytes.whole()) }))
  body.on('error', fail)
  body.on('close', fail)
}

/**
 * The transport for Node: cross-fetch over kept-alive sockets.
 *
 * Emits one answer and completes. Follows no redirect; a body beyond `maxBodySize` bytes, decompressed, is a
 * `DecodeError`; any other failure to receive the complete answer is a `NetworkError`. Unsubscribing aborts.
 */
export const transport: Http = (request) =>
  new Observable((subscriber) => {
    if (subscriber.closed) return
    const init = {
      method: request.method,
      headers: wireHeaders(request),
      redirect: 'manual',
      body: request.body._tag === 'Some' ? reveal(request.body.value) : null,
      agent,
    } as const
    made = undefined
    const answer = fetch(wireUrl(request), init) as unknown as Promise<Answer>
    let sent = made as ClientRequest | undefined
    // A body emits 'close' at its end, complete or not.
    const fail = (error: unknown): void => {
      if (!subscriber.closed) subscriber.error(toClientError(error, request))
    }
    const whole = (response: HttpResponse): void => {
      sent = undefined
      subscriber.next(response)
      subscriber.complete()
    }
    answer.then((response) => read(response, request, whole, fail), fail)
    return () => {
      sent?.destroy()
    }
  })
