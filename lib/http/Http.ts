import type { Observable } from 'rxjs'
import type { HttpRequest } from './HttpRequest.js'
import type { HttpResponse } from './HttpResponse.js'

/**
 * The one seam between the client and the wire: a request in, one answer out.
 *
 * The Observable is cold and emits exactly one response, then completes; it errors with a `ClientError`. Unsubscribing
 * aborts the request. A transport answers with any status; it does not judge it.
 */
export type Http = (request: HttpRequest) => Observable<HttpResponse>

/** What cuts across all requests: a function from one `Http` to another. */
export type Policy = (next: Http) => Http
