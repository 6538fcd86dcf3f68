import { isNone, type Option } from 'fp-ts/lib/Option.js'
import { throwError } from 'rxjs'
import { wrongOption } from '../../error/wrongOption.js'
import { type Redacted, reveal } from '../../model/Redacted.js'
import type { CredentialPlacement } from '../../profile/credentialPlacement.js'
import type { Policy } from '../Http.js'
import { mergeHeaders } from '../mergeHeaders.js'
import { withSecretQuery } from '../withSecretQuery.js'

/** The application's id, and its secret if it has one. */
export interface Credentials {
  readonly clientId: string
  readonly clientSecret: Option<Redacted<string>>
}

/**
 * Adds the credentials of the application: its id alone to public requests, unless the service wants more, and its secret
 * to all others. A request of the application without a secret is not sent, but a `ConfigError`.
 */
export const addCredentials =
  ({ clientId, clientSecret }: Credentials, { credentials, publicSecret }: CredentialPlacement): Policy =>
  (next) =>
  (request) => {
    const { access, operation } = request
    if (access === 'application' && isNone(clientSecret)) {
      const expected = `the application's secret, which ${operation} needs`
      return throwError(() => wrongOption('/clientSecret', expected))
    }
    const secret = isNone(clientSecret) || (access === 'public' && !publicSecret) ? undefined : clientSecret.value
    return next(
      credentials === 'query'
        ? withSecretQuery(request, { client_id: clientId, ...(secret && { client_secret: reveal(secret) }) })
        : {
            ...request,
            headers: mergeHeaders(request.headers, {
              'Client-Id': clientId,
              ...(secret && { 'Client-Secret': secret }),
            }),
          },
    )
  }
