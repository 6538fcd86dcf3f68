import { throwError } from 'rxjs'
import { wrongOption } from '../../base/error/decodeOptions.js'
import type { CredentialPlacement } from '../../service/profile/credentialPlacement.js'
import type { Policy } from '../Http.js'
import { mergeHeaders } from '../HttpResponse.js'
import { withSecretQuery } from '../queryString.js'

/**
 * Adds the id of an application that has no secret. A request that needs the secret is not sent: it errors with a
 * `ConfigError`.
 */
export const addClientId =
  (clientId: string, { credentials }: Pick<CredentialPlacement, 'credentials'>): Policy =>
  (next) =>
  (request) => {
    const { access, operation } = request
    if (access === 'application')
      return throwError(() => wrongOption('/clientSecret', `the application's secret, which ${operation} needs`))
    return next(
      credentials === 'query'
        ? withSecretQuery(request, { client_id: clientId })
        : { ...request, headers: mergeHeaders(request.headers, { 'Client-Id': clientId }) },
    )
  }
