import type { Observable } from 'rxjs'
import { functionCodec } from '../base/codec/guardCodec.js'
import type { HttpRequest } from './HttpRequest.js'
import type { HttpResponse } from './HttpResponse.js'

/** Composes policies into one; the first is the outermost. */
export const compose =
  (...policies: ReadonlyArray<Policy>): Policy =>
  (http) =>
    policies.reduceRight((next, policy) => policy(next), http)

/** The codec of the option `http`. */
export const transportLike = /* @__PURE__ */ functionCodec<Http>(
  'a transport, a function from a request to an Observable',
)

/**
 * A transport: the only part of the client that uses the network. It sends one request and returns one response.
 *
 * The Observable is cold and emits exactly one response, then completes; it errors with a `ClientError`. Unsubscribing
 * aborts the request. A transport emits responses with any status, including error statuses. The client ignores an
 * error that the teardown throws.
 */
export type Http = (request: HttpRequest) => Observable<HttpResponse>

/**
 * Wraps an `Http` in another one, to add a feature to all requests, such as retries or limits.
 *
 * A client applies its `policy` twice for each connection, such as a user's connection: to the `Http` with retries and
 * to the `Http` without. It applies an `attemptPolicy` once. The returned `Http` is called for every request, and each
 * subscription to its Observable is an attempt, because a retry subscribes again. So state outside of `(next) => …`
 * belongs to all requests, state between `(next) =>` and `(request) => …` to one connection, and state inside
 * `(request) => …` to one request.
 *
 * The Observable must follow the contract of {@link Http}: it does nothing before it is subscribed to, and
 * unsubscribing from it unsubscribes from the inner Observable. A policy may replace the request, the response and the
 * error, and may subscribe to the inner `Http` again, or not at all.
 */
export type Policy = (next: Http) => Http
