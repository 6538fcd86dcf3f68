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
 * What cuts across all requests: a function from the `Http` that it goes around to another one.
 *
 * It is applied once for each connection that a client makes, such as one for each user, and once more for what is sent
 * without retries; an `attemptPolicy` is applied once for each client. The `Http` that it returns is called for every
 * request, and each subscription to the Observable of that is an attempt: retries subscribe again. So what a policy
 * keeps outside of `(next) => …` belongs to all requests, what it keeps between that and `(request) => …` to those of
 * one connection, and what it keeps within to one request.
 *
 * The Observable keeps the contract of {@link Http}: it does nothing before somebody subscribes, and unsubscribes from
 * the inner one when it is unsubscribed from. A policy may change the request (a copy of it), the answer and the error,
 * and may subscribe to the inner `Http` again, or not at all.
 */
export type Policy = (next: Http) => Http
