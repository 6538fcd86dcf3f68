import { isLeft } from 'fp-ts/lib/Either.js'
import { type Answer, badRequest, json, unauthorized } from './Answer.js'
import { type Call, currentStage } from './Call.js'
import { isSame, readBody } from './readBody.js'
import type { UserState } from './users.js'
import { isoTime } from './World.js'

const methods = [['user_uuid'], ['external_user_id'], ['email', 'password']] as const

type Fields = Readonly<Record<string, unknown>>

const find = ({ state }: Call, { user_uuid, external_user_id, email, password }: Fields): UserState | undefined => {
  if (typeof user_uuid === 'string') return state.userByUuid(user_uuid)
  if (typeof external_user_id === 'string') return state.userByExternalId(external_user_id)
  const user = typeof email === 'string' ? state.userByEmail(email) : undefined
  return user !== undefined && isSame(password, user.password) ? user : undefined
}

/** Gives out a token (§5): 400 unless the body names the user in exactly one way, 401 when there is no such user. */
export const authenticate = (call: Call): Answer => {
  const { state, request, version, tuning } = call
  const body = readBody(request)
  if (isLeft(body)) return body.left
  const fields = body.right
  if (request.headers['client-secret'] === undefined && !isSame(fields.client_secret, state.credentials.clientSecret)) {
    return unauthorized('client_secret is wrong')
  }
  const named = methods.filter((names) => names.some((name) => name in fields))
  const [method] = named
  const expected = version < currentStage ? 'email and password' : 'user_uuid, external_user_id, or email and password'
  const isWhole = method?.every((name) => typeof fields[name] === 'string' && fields[name] !== '') === true
  if (method === undefined || named.length > 1 || !isWhole)
    return badRequest(`The body must name a user by ${expected}`)
  if (version < currentStage && method[0] !== 'email') return badRequest(`Version ${version} takes ${expected}`)
  const user = find(call, fields)
  if (user === undefined) return unauthorized('There is no such user, or the password is wrong')
  call.about(user)
  const { token, expiresAt } = state.tokens.issue(user.index)
  const { uuid, email, externalUserId } = user
  return json({
    access_token: token,
    expires_at: isoTime(expiresAt + (tuning.skew ?? 0)),
    user: method[0] === 'email' ? { uuid, email } : { uuid, external_user_id: externalUserId },
  })
}
