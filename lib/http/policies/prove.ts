import { isNone, type Option } from 'fp-ts/lib/Option.js'
import { throwError } from 'rxjs'
import { wrongOption } from '../../error/wrongOption.js'
import { type Redacted, reveal } from '../../model/Redacted.js'
import type { ServiceInterface } from '../../profile/ServiceProfile.js'
import type { Policy } from '../Http.js'
import type { HttpRequest } from '../HttpRequest.js'
import { mergeHeaders } from '../mergeHeaders.js'
import { withSecretQuery } from '../withSecretQuery.js'

/** What proves who asks, and how the service wants it. */
export interface Credentials {
  readonly clientId: string
  readonly clientSecret: Option<Redacted<string>>
  readonly profile?: Pick<ServiceInterface, 'credentials' | 'publicSecret'>
}

/** The request with these headers, which take the place of those of the same name. */
export const withHeaders = (request: HttpRequest, headers: HttpRequest['headers']): HttpRequest => ({
  ...request,
  headers: mergeHeaders(request.headers, headers),
})

/**
 * Adds what the application proves, as headers or parameters: its id alone to public requests, unless the service wants
 * more, its secret to its own. Those of a user, which have both, go on through `asUser`, the others `within` a policy.
 */
export const prove =
  ({ clientId, clientSecret, profile = {} }: Credentials, asUser: Policy, within: Policy): Policy =>
  (next) =>
  (request) => {
    const { access, operation } = request
    if (access === 'application' && isNone(clientSecret)) {
      const expected = `the application's secret, which ${operation} needs`
      return throwError(() => wrongOption('/clientSecret', expected))
    }
    const secret =
      isNone(clientSecret) || (access === 'public' && profile.publicSecret !== true) ? undefined : clientSecret.value
    const proven =
      profile.credentials === 'query'
        ? withSecretQuery(request, {
            client_id: clientId,
            ...(secret && { client_secret: reveal(secret) }),
          })
        : withHeaders(request, {
            'Client-Id': clientId,
            ...(secret && { 'Client-Secret': secret }),
          })
    return (access === 'user' ? asUser : within)(next)(proven)
  }
