import { map } from 'rxjs'
import type { Policy } from '../Http.js'
import type { HttpRequest } from '../HttpRequest.js'
import { mergeHeaders } from '../mergeHeaders.js'

/**
 * Sends requests to a gateway, which knows the user by the app's own cookies: nothing is proven here. The header tells
 * who goes first; being one that no form of another site can send, it also tells the gateway that the app asks. What a
 * server between the two makes of `Date` does not count, if the gateway has told the service's by `RxBank-Date`.
 */
export const throughGateway =
  (headers: HttpRequest['headers'], within: Policy): Policy =>
  (next) =>
  (request) =>
    within(next)({
      ...request,
      headers: mergeHeaders(headers, request.headers, { 'RxBank-Gateway': request.priority }),
      cookies: true,
    }).pipe(
      map((response) => {
        const { 'rxbank-date': date = '' } = response.headers
        return date === '' ? response : { ...response, headers: { ...response.headers, date } }
      }),
    )
