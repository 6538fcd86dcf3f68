import type { Observable } from 'rxjs'
import type { HttpRequest } from './HttpRequest.js'
import type { HttpResponse } from './HttpResponse.js'

/**
 * The one seam between the client and the wire: a request in, one answer out.
 *
 * The Observable is cold and emits exactly one response, then completes; it errors with a `ClientError`. Unsubscribing
 * aborts the request. A transport answers with any status; it does not judge it. `transportLaws` of `rxbank/node` are
 * these rules as tests.
 */
export type Http = (request: HttpRequest) => Observable<HttpResponse>

/**
 * Wraps an `Http` in another one: a concern of many requests, such as retries or limits.
 *
 * A client applies its `policy` twice for each connection, such as a user's connection: to the `Http` with retries and to the
 * one without. It applies an `attemptPolicy` once. The returned `Http` is called for every request, and each subscription
 * to its Observable is an attempt, because a retry subscribes again. So state outside of `(next) => …` belongs to all
 * requests, state between `(next) =>` and `(request) => …` to one connection, and state inside to one request.
 *
 * The Observable must keep the contract of {@link Http}: it does nothing before it is subscribed to, and unsubscribing
 * from it unsubscribes from the inner one. A policy may replace the request, the answer and the error, and may subscribe
 * to the inner `Http` again, or not at all.
 */
export type Policy = (next: Http) => Http
