import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Call } from './Call.js'
import { isSame } from './readBody.js'
import { type Fields, withFields } from './readFields.js'
import { badRequest, json, type SandboxResponse, tooMany, unauthorized } from './SandboxResponse.js'
import type { UserState } from './sandboxUsers.js'
import type { State } from './State.js'
import { isoTime } from './World.js'

const methods = [['user_uuid'], ['external_user_id'], ['email', 'password']] as const

/**
 * The user that the body identifies. To help developers, the error says whether the user or the password is wrong. A real
 * service does not say that.
 */
const identifyUser = (
  { users }: State,
  fields: Fields,
  [name]: (typeof methods)[number],
): Either<SandboxResponse, UserState> => {
  const findBy = { user_uuid: users.byUuid, external_user_id: users.byExternalId, email: users.byEmail }
  const user = findBy[name](String(fields[name]))
  if (user === undefined) return left(unauthorized(`No user has this ${name}; sandbox.users lists the existing users`))
  return name !== 'email' || isSame(fields.password, user.password)
    ? right(user)
    : left(unauthorized('The password of this user is wrong; sandbox.users has the current one'))
}

/**
 * Issues a token: 400 unless the body identifies the user in exactly one way, 401 if the user does not exist.
 */
export const issueToken = withFields((call: Call, fields: Fields): SandboxResponse => {
  const { state, apiVersion, effects } = call
  if (apiVersion.requiresSecretInBody && !isSame(fields.client_secret, state.credentials.clientSecret)) {
    return unauthorized('client_secret is missing in the body, or wrong')
  }
  const presentMethods = methods.filter((names) => names.some((name) => name in fields))
  const [method] = presentMethods
  const isComplete = method?.every((name) => typeof fields[name] === 'string' && fields[name] !== '') === true
  if (
    method === undefined ||
    presentMethods.length > 1 ||
    !isComplete ||
    !(apiVersion.acceptsUserIds || method[0] === 'email')
  ) {
    const ways = apiVersion.acceptsUserIds ? 'user_uuid, external_user_id, or email and password' : 'email and password'
    return badRequest(`In API version ${apiVersion.name} the body must name a user by ${ways}`)
  }
  const identified = identifyUser(state, fields, method)
  if (isLeft(identified)) return identified.left
  const user = identified.right
  call.noteUser(user)
  if (!state.limiter.authenticate(user.index)) return tooMany('limit of token requests for the user')
  const { token, expiresAt } = state.tokens.issue(user.index)
  return json({
    access_token: token,
    expires_at: isoTime(expiresAt + (effects.skew ?? 0)),
    user: state.dialect.tokenUser(user, method[0] === 'email'),
  })
})
