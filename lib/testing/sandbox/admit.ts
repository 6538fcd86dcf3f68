import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { type ApiVersion, hasRoute } from './apiVersions.js'
import type { Language } from './data/categoryNames.js'
import type { Call, Match } from './router.js'
import type { PlacedRoute } from './routes.js'
import {
  badRequest,
  failure,
  notFound,
  type SandboxResponse,
  tooManyRequests,
  unauthorized,
} from './SandboxResponse.js'
import type { UserState } from './sandboxUsers.js'
import type { State } from './State.js'
import type { WireRequest } from './WireRequest.js'

const isLanguage = (tag: string): tag is Language => tag === 'en' || tag === 'fr'

/** The supported language that an `Accept-Language` header prefers; English by default. */
const preferredLanguage = (header: string | undefined): Language => {
  const preferred = (header ?? '')
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      const quality = parameters.find((parameter) => parameter.startsWith('q='))
      return { tag: tag.split('-', 1)[0] ?? '', quality: quality === undefined ? 1 : Number(quality.slice(2)) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
    .find(isLanguage)
  return preferred ?? 'en'
}

const tokenOf = ({ headers }: WireRequest): string | undefined =>
  /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]

/** How long ago the token of a request was issued, in milliseconds; `undefined` without a valid token. */
export const tokenAgeOf = ({ tokens }: State, request: WireRequest): number | undefined => {
  const token = tokenOf(request)
  return token === undefined ? undefined : tokens.ageOf(token)
}

/** The user whose token a request carries, if the token is valid. */
export const bearerOf = ({ tokens, users }: State, request: WireRequest): UserState | undefined => {
  const token = tokenOf(request)
  const user = token === undefined ? undefined : tokens.userOf(token)
  return user === undefined ? undefined : users.at(user)
}

const applicationOf = (
  { headers, query }: WireRequest,
  { acceptsClientIdInQuery, requiresSecretInQuery }: ApiVersion,
) => {
  const parameters = new URLSearchParams(query)
  const [id, secret] = [parameters.get('client_id'), parameters.get('client_secret')]
  if (requiresSecretInQuery) return { id, secret, isSecretInUrl: false, names: ['client_id', 'client_secret'] }
  return {
    id: headers['client-id'] ?? (acceptsClientIdInQuery ? id : null),
    secret: headers['client-secret'] ?? null,
    isSecretInUrl: secret !== null,
    names: ['Client-Id', 'Client-Secret'],
  }
}

/** Which credentials an operation requires: those of its route, unless the profile says otherwise. */
const accessOf = ({ profile }: State, { name, route }: Match) =>
  name === 'userItems' ? (profile.userItemsAccess ?? route.access) : route.access

/** The error code for wrong credentials of the application, in API versions whose errors have codes. */
const wrongCredentialsCode = 'invalid_client_credentials'

const applicationError = (
  state: State,
  request: WireRequest,
  match: Match,
  apiVersion: ApiVersion,
): SandboxResponse | undefined => {
  const { id, secret, isSecretInUrl, names } = applicationOf(request, apiVersion)
  const [idName = '', secretName = ''] = names
  const { credentials, profile } = state
  const access = accessOf(state, match)
  if (isSecretInUrl) return badRequest('client_secret must not be in a URL')
  if (id !== credentials.clientId) return unauthorized(`${idName} is missing or not known`, wrongCredentialsCode)
  if (
    (access === 'public' && !apiVersion.alwaysRequiresSecret) ||
    (access === 'user' && profile.userSecret === false) ||
    (match.name === 'authenticate' && apiVersion.requiresSecretInBody)
  )
    return undefined
  return secret === credentials.clientSecret
    ? undefined
    : unauthorized(`${secretName} is missing or wrong`, wrongCredentialsCode)
}

/** A request with its route and its API version; each is `undefined` if none matches. */
export interface RoutedRequest<R extends PlacedRoute = PlacedRoute> {
  readonly request: WireRequest
  readonly match: Match<R> | undefined
  readonly apiVersion: ApiVersion | undefined
  /** Describes the valid values of the version header. */
  readonly versions: string
}

/**
 * Checks a request before its operation runs, in this order: 404 for the path, 405 for the method, 400 for the version
 * header, 404 for an operation that the API version does not have, 400 for a secret in the URL, 401 for the application, 429
 * for the application's limit, 401 for the user, 429 for the user's limit.
 */
export const admit = <R extends PlacedRoute>(
  state: State,
  { request, match, apiVersion, versions }: RoutedRequest<R>,
): Either<SandboxResponse, Pick<Call, 'apiVersion' | 'bearer' | 'language'> & { readonly match: Match<R> }> => {
  if (match === undefined)
    return left(notFound(`Nothing is at this path: this sandbox has the paths of ${state.profile.name}`))
  const { allowed, method } = match
  if (method !== request.method) {
    return left(failure(405, 'method_not_allowed', `This path allows only ${allowed}`, { allow: allowed }))
  }
  if (apiVersion === undefined) return left(badRequest(`${state.profile.versionHeader} must be ${versions}`))
  if (!hasRoute(apiVersion, match.route)) {
    return left(notFound(`API version ${apiVersion.name} does not have this operation`))
  }
  const error = applicationError(state, request, match, apiVersion)
  if (error !== undefined) return left(error)
  if (!state.limiter.application()) return left(tooManyRequests('limit of the application'))
  const access = accessOf(state, match)
  const bearer = access === 'user' ? bearerOf(state, request) : undefined
  if (access === 'user' && bearer === undefined)
    return left(unauthorized('The access token is missing, wrong or expired'))
  if (bearer !== undefined && !state.limiter.user(bearer.index)) return left(tooManyRequests('limit of the user'))
  const accepted = apiVersion.hasTranslations ? request.headers['accept-language'] : undefined
  return right({ match, apiVersion, bearer, language: preferredLanguage(accepted) })
}
