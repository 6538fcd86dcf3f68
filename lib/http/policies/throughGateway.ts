import { map } from 'rxjs'
import type { Policy } from '../Http.js'
import type { HttpRequest } from '../HttpRequest.js'
import { mergeHeaders } from '../mergeHeaders.js'

/**
 * Adds the headers for a gateway, which identifies the user by the app's own cookies, so that no credentials are added.
 * The priority is sent in a header; as no form of another site can send it, it also shows the gateway that the request
 * is the app's. A server in between may change `Date`, so the `Date` of the service is taken from `RxBank-Date` if the
 * gateway sends it.
 */
export const throughGateway =
  (headers: HttpRequest['headers']): Policy =>
  (next) =>
  (request) =>
    next({
      ...request,
      headers: mergeHeaders(headers, request.headers, { 'RxBank-Gateway': request.priority }),
      cookies: true,
    }).pipe(
      map((response) => {
        const { 'rxbank-date': date = '' } = response.headers
        return date === '' ? response : { ...response, headers: { ...response.headers, date } }
      }),
    )
