import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { plainDate } from '../codec/plainDate.js'
import { type Answer, badRequest, failure, notFound, unauthorized } from './Answer.js'
import { type Call, currentStage } from './Call.js'
import { language } from './language.js'
import type { Match, Router } from './router.js'
import { earlierRefreshPath } from './router.js'
import { routes } from './routes.js'
import type { State } from './State.js'
import type { UserState } from './users.js'
import type { WireRequest } from './WireRequest.js'

const stageOfHeaders = '2016-01-18'

/** The routes of a request's path; the earlier path of the refresh status leads there as well, in the earlier stages. */
export const locate = (router: Router, path: string, version: string | undefined): ReadonlyArray<Match> =>
  router(version !== undefined && version < stageOfHeaders ? (earlierRefreshPath(path) ?? path) : path)

/** The user whose live token a request carries. */
export const bearerOf = ({ tokens, users }: State, { headers }: WireRequest): UserState | undefined => {
  const [, token] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
  const user = token === undefined ? undefined : tokens.userOf(token)
  return user === undefined ? undefined : users[user]
}

const secretInBody = (body: string): boolean => body.includes('"client_secret"')

const refusedApplication = (state: State, request: WireRequest, match: Match, version: string): Answer | undefined => {
  const { headers, query, body } = request
  const earlier = version < currentStage
  const clientId = headers['client-id'] ?? (earlier ? new URLSearchParams(query).get('client_id') : null)
  if (clientId !== state.credentials.clientId) return unauthorized('Client-Id is missing or not known')
  if (routes[match.name].access === 'public') return undefined
  const secret = headers['client-secret']
  if (secret === undefined && earlier && match.name === 'authenticate' && secretInBody(body)) return undefined
  return secret === state.credentials.clientSecret ? undefined : unauthorized('Client-Secret is missing or wrong')
}

/**
 * Lets a request through to its operation, or answers why not: in this order 404 for the path, 405 for the method, 400 for
 * the version header, 404 for what that stage does not have, 401 for the application, 401 for the user.
 */
export const admit = (
  state: State,
  request: WireRequest,
  found: ReadonlyArray<Match>,
): Either<Answer, Pick<Call, 'match' | 'version' | 'bearer' | 'language'>> => {
  const [anyMatch] = found
  if (anyMatch === undefined) return left(notFound('There is nothing at this path'))
  const match = found.find(({ name }) => routes[name].method === request.method)
  if (match === undefined) {
    const allowed = routes[anyMatch.name].method
    return left(failure(405, 'method_not_allowed', `This path takes ${allowed}`, { allow: allowed }))
  }
  const { versionHeader } = state.profile
  const version = request.headers[versionHeader.toLowerCase()]
  if (!plainDate.is(version)) return left(badRequest(`${versionHeader} must be a date, YYYY-MM-DD`))
  const { from, access } = routes[match.name]
  if (from !== undefined && version < from) return left(notFound(`Version ${version} does not have this operation`))
  const refused = refusedApplication(state, request, match, version)
  if (refused !== undefined) return left(refused)
  const bearer = access === 'user' ? bearerOf(state, request) : undefined
  if (access === 'user' && bearer === undefined)
    return left(unauthorized('The access token is missing, wrong or expired'))
  const translated = version < stageOfHeaders ? 'en' : language(request.headers['accept-language'])
  return right({ match, version, bearer, language: translated })
}
