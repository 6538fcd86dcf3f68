import { map } from 'rxjs'
import type { Policy } from '../Http.js'
import type { HttpRequest } from '../HttpRequest.js'
import { mergeHeaders } from '../mergeHeaders.js'

/**
 * Sends requests to a gateway, which knows the user by the app's own cookies: no credentials are added. The header tells
 * which requests go first; as no form of another site can send it, it also tells the gateway that the app asks. A server
 * between the two may change `Date`: where the gateway names the service's in `RxBank-Date`, that one counts.
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
