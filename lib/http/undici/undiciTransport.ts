// Imported first, because an undici that is too new for this Node fails on import, with an unclear message.
import './demandNode.js'
import { Observable } from 'rxjs'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import { integer } from '../../base/codec/integer.js'
import { methodsCodec } from '../../base/codec/methodsCodec.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { wrongOption } from '../../base/error/wrongOption.js'
import { reveal } from '../../base/Redacted.js'
import type { Http } from '../Http.js'
import { type HttpRequest, revealHeaders, wireUrl } from '../HttpRequest.js'
import { memoizeFrozen } from '../memoizeFrozen.js'
import { mergeHeaders } from '../mergeHeaders.js'
import { AnswerHandler } from './answerHandler.js'
import { skipContinue } from './skipContinue.js'
import { splitUrl } from './splitUrl.js'

/** The part of undici's dispatchers that sends requests: that of an `Agent`, a `Pool`, a `ProxyAgent` and others. */
export interface DispatcherLike {
  // A method and not a property, because its parameters differ between versions of undici.
  dispatch(options: object, handler: object): boolean
}

/** How the transport reaches the service: over connections of its own, or those of a dispatcher. */
export interface UndiciConfig {
  /** Connections to one host, each for one request at a time; default 64. Requests beyond wait for their turn. */
  readonly connections?: number
  /**
   * A dispatcher of yours instead, such as a `ProxyAgent`, which you close; its settings are its own. It is of the
   * undici that you install: one that Node has made for its own `fetch` may be older. It fails with a `NetworkError` where
   * a server sends a `100 Continue` that it was not asked for, which the transport's own connections pass over.
   */
  readonly dispatcher?: DispatcherLike
}

const config = options(
  'options',
  {},
  {
    connections: integer(1),
    dispatcher: methodsCodec<DispatcherLike>('a dispatcher of undici, with dispatch', 'dispatch'),
  },
)

/** Connections as an agent makes them by itself, but for what {@link skipContinue} does. */
const connector = (): buildConnector.connector => {
  const connect = buildConnector({ allowH2: false })
  return (options, callback) => {
    connect(options, (...[error, socket]) => {
      if (error === null) callback(null, skipContinue(socket))
      else callback(error, null)
    })
  }
}

const ownAgent = (connections: number): DispatcherLike =>
  new Agent({ connections, pipelining: 1, allowH2: false, connect: connector() })

const wireHeadersOf = /* @__PURE__ */ memoizeFrozen(
  (headers) => mergeHeaders({ 'Accept-Encoding': 'gzip' }, revealHeaders(headers)) as Record<string, string>,
)

/** The options of a request for undici. It has no timeout, which the client adds, and follows no redirect. */
const dispatchOptions = (request: HttpRequest): Dispatcher.DispatchOptions & { readonly maxRedirections: 0 } => {
  const { origin, path } = splitUrl(wireUrl(request))
  return {
    origin,
    path,
    method: request.method,
    headers: wireHeadersOf(request.headers),
    body: request.body._tag === 'Some' ? reveal(request.body.value) : null,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxRedirections: 0,
  }
}

/**
 * The fast transport for servers: undici's connections, with less work for each request than any `fetch` does.
 *
 * Emits one answer and completes. Follows no redirect; a body beyond `maxBodySize` bytes, decompressed, is a
 * `DecodeError`; everything else that keeps an answer from coming whole is a `NetworkError`. Unsubscribing aborts. Idle
 * connections keep no process alive, and close by themselves. Throws a `ConfigError` for invalid options.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { undiciTransport } from 'rxbank/undici'
 * import { lastValueFrom, switchMap, take, toArray } from 'rxjs'
 *
 * const sandbox = createSandbox({ seed: 1 })
 * const read = (baseUrl: string) =>
 *   createClient({ baseUrl, ...sandbox.credentials, http: undiciTransport({ connections: 8 }) }).banks.all()
 * const banks = await lastValueFrom(sandbox.listen().pipe(switchMap(read), take(3), toArray()))
 * assert.deepStrictEqual(banks.length, 3)
 */
export const undiciTransport = (given: UndiciConfig = {}): Http => {
  const { connections, dispatcher } = decodeOptions(config, given)
  if (connections !== undefined && dispatcher !== undefined)
    throw wrongOption('/connections', 'nothing beside dispatcher, which has its own')
  const usedDispatcher = dispatcher ?? ownAgent(connections ?? 64)
  return (request) =>
    new Observable((subscriber) => {
      if (subscriber.closed) return
      const handler = new AnswerHandler(request, subscriber)
      try {
        usedDispatcher.dispatch(dispatchOptions(request), handler)
      } catch (error) {
        handler.onResponseError(undefined, error)
      }
      return handler
    })
}
