import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { type Answer, badRequest, failure, notFound, unauthorized } from './Answer.js'
import type { Call } from './Call.js'
import { language } from './language.js'
import type { Match } from './router.js'
import { routes } from './routes.js'
import type { Stage } from './stages.js'
import type { State } from './State.js'
import type { UserState } from './users.js'
import type { WireRequest } from './WireRequest.js'

/** The user whose live token a request carries. */
export const bearerOf = ({ tokens, users }: State, { headers }: WireRequest): UserState | undefined => {
  const [, token] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
  const user = token === undefined ? undefined : tokens.userOf(token)
  return user === undefined ? undefined : users[user]
}

const refusedApplication = (
  { credentials }: State,
  { headers, query }: WireRequest,
  { name }: Match,
  { clientIdInQuery, secretInBody }: Stage,
): Answer | undefined => {
  const parameters = new URLSearchParams(query)
  if (parameters.has('client_secret')) return badRequest('client_secret must not be in a URL')
  const clientId = headers['client-id'] ?? (clientIdInQuery ? parameters.get('client_id') : null)
  if (clientId !== credentials.clientId) return unauthorized('Client-Id is missing or not known')
  if (routes[name].access === 'public' || (name === 'authenticate' && secretInBody)) return undefined
  return headers['client-secret'] === credentials.clientSecret
    ? undefined
    : unauthorized('Client-Secret is missing or wrong')
}

/** A request, with the route of its path that it means and the stage that it asks for, where there are such. */
export interface Asked {
  readonly request: WireRequest
  readonly match: Match | undefined
  readonly stage: Stage | undefined
}

/**
 * Lets a request through to its operation, or answers why not: in this order 404 for the path, 405 for the method, 400 for
 * the version header, 404 for what that stage does not have, 400 for a secret in the URL, 401 for the application, 401 for
 * the user.
 */
export const admit = (
  state: State,
  { request, match, stage }: Asked,
): Either<Answer, Pick<Call, 'match' | 'stage' | 'bearer' | 'language'>> => {
  if (match === undefined) return left(notFound('There is nothing at this path'))
  const { method, access } = routes[match.name]
  if (method !== request.method) {
    return left(failure(405, 'method_not_allowed', `This path takes ${method}`, { allow: method }))
  }
  if (stage === undefined) return left(badRequest(`${state.profile.versionHeader} must be a date, YYYY-MM-DD`))
  if (!stage.routes.includes(match.name)) {
    return left(notFound(`The stage ${stage.name} of the interface does not have this operation`))
  }
  const refused = refusedApplication(state, request, match, stage)
  if (refused !== undefined) return left(refused)
  const bearer = access === 'user' ? bearerOf(state, request) : undefined
  if (access === 'user' && bearer === undefined)
    return left(unauthorized('The access token is missing, wrong or expired'))
  const accepted = stage.translations ? request.headers['accept-language'] : undefined
  return right({ match, stage, bearer, language: language(accepted) })
}
