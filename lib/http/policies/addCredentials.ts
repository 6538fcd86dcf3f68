import { isNone, map } from 'fp-ts/lib/Option.js'
import { throwError } from 'rxjs'
import { wrongOption } from '../../base/error/decodeOptions.js'
import { redact, type Redacted, reveal } from '../../base/Redacted.js'
import type { CredentialPlacement } from '../../service/profile/credentialPlacement.js'
import { authenticate } from '../../service/profile/operations.js'
import type { Policy } from '../Http.js'
import type { HttpRequest } from '../HttpRequest.js'
import { mergeHeaders } from '../HttpResponse.js'
import { memoizeFrozen, memoizeLatest } from '../memoizeFrozen.js'
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

/** The application's id and its secret. */
export interface Credentials {
  readonly clientId: string
  readonly clientSecret: Redacted<string>
}

/** Whether a request carries the secret. */
export const carriesSecret = ({ access }: HttpRequest, { publicSecret, userSecret }: CredentialPlacement): boolean =>
  access === 'application' || (access === 'user' ? userSecret : publicSecret)

/**
 * Adds a parameter to the body, or to the query if there is no body. Earlier API versions expect the secret there, next
 * to the user's identity.
 */
const withParameter = (request: HttpRequest, parameter: Readonly<Record<string, string>>): HttpRequest =>
  isNone(request.body)
    ? withSecretQuery(request, parameter)
    : {
        ...request,
        body: map((body: Redacted<string>) =>
          redact(JSON.stringify({ ...(JSON.parse(reveal(body)) as object), ...parameter })),
        )(request.body),
      }

/** Creates a function that adds the application's id and a secret to a request. */
export const secretAdder = (
  clientId: string,
  placement: CredentialPlacement,
): ((request: HttpRequest, clientSecret: Redacted<string>) => HttpRequest) => {
  const headersWith = memoizeLatest((clientSecret: Redacted<string>) =>
    memoizeFrozen((headers) => mergeHeaders(headers, { 'Client-Id': clientId, 'Client-Secret': clientSecret })),
  )
  return (request, clientSecret) => {
    const { credentials, isEarlier } = placement
    const parameter = () => ({ client_secret: reveal(clientSecret) })
    if (credentials === 'query') return withSecretQuery(request, { client_id: clientId, ...parameter() })
    const isAuthentication = request.operation === authenticate.name
    const completed = isAuthentication && isEarlier ? withParameter(request, parameter()) : request
    return { ...completed, headers: headersWith(clientSecret)(request.headers) }
  }
}

/**
 * Adds the credentials of the application: its id, and its secret to the requests for which the service requires it.
 */
export const addCredentials = ({ clientId, clientSecret }: Credentials, placement: CredentialPlacement): Policy => {
  const withSecret = secretAdder(clientId, placement)
  const withId = addClientId(clientId, placement)
  return (next) => (request) =>
    carriesSecret(request, placement) ? next(withSecret(request, clientSecret)) : withId(next)(request)
}
