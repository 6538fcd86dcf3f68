import { map } from 'rxjs'
import { wrongOption } from '../../base/error/decodeOptions.js'
import type { Policy } from '../Http.js'
import type { HttpRequest } from '../HttpRequest.js'
import { mergeHeaders } from '../HttpResponse.js'

/**
 * Sends requests to a gateway, with its headers and the app's cookies instead of credentials.
 *
 * The header `RxBank-Gateway` carries the priority. A form of another site cannot send this header, so it also proves
 * that the request comes from the app. The `Date` of a response is replaced by `RxBank-Date`, the service's own date,
 * because intermediaries may change `Date`.
 *
 * If the gateway's profile differs from the client's, its rows would not fit the client's types, so the request errors
 * with a `ConfigError`. Without `profile`, any profile is accepted.
 */
export const throughGateway =
  (headers: HttpRequest['headers'], profile?: string): Policy =>
  (next) =>
  (request) =>
    next({
      ...request,
      headers: mergeHeaders(headers, request.headers, { 'RxBank-Gateway': request.priority }),
      cookies: true,
    }).pipe(
      map((response) => {
        const { 'rxbank-date': date = '', 'rxbank-profile': gatewayProfile = profile ?? '' } = response.headers
        if (profile !== undefined && gatewayProfile !== profile)
          throw wrongOption('/profile', `the profile of the gateway, ${gatewayProfile}`)
        return date === '' ? response : { ...response, headers: { ...response.headers, date } }
      }),
    )
