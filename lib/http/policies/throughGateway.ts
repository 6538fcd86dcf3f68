import { map } from 'rxjs'
import { wrongOption } from '../../base/error/wrongOption.js'
import type { Policy } from '../Http.js'
import type { HttpRequest } from '../HttpRequest.js'
import { mergeHeaders } from '../mergeHeaders.js'

/**
 * Adds the headers for a gateway, which identifies the user by the app's own cookies, so that no credentials are added.
 * The priority is sent in a header; as no form of another site can send it, it also shows the gateway that the request
 * is the app's. A server in between may change `Date`, so the `Date` of the service is taken from `RxBank-Date` if the
 * gateway sends it.
 *
 * A gateway that says another profile than the client's would send rows that the client's types are not of: that is a
 * `ConfigError`. Without `profile` any is accepted.
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
