import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Call } from './Call.js'
import { isSame } from './readBody.js'
import { type Fields, withFields } from './readFields.js'
import { type Answer, badRequest, json, tooMany, unauthorized } from './SandboxAnswer.js'
import type { UserState } from './sandboxUsers.js'
import type { State } from './State.js'
import { isoTime } from './World.js'

const methods = [['user_uuid'], ['external_user_id'], ['email', 'password']] as const

/**
 * The user that the body names. The error says whether the user or the password is wrong, which helps developers; a
 * real service does not say it.
 */
const identified = ({ users }: State, fields: Fields, [name]: (typeof methods)[number]): Either<Answer, UserState> => {
  const by = { user_uuid: users.byUuid, external_user_id: users.byExternalId, email: users.byEmail }
  const user = by[name](String(fields[name]))
  if (user === undefined) return left(unauthorized(`No user has this ${name}; sandbox.users has those that there are`))
  return name !== 'email' || isSame(fields.password, user.password)
    ? right(user)
    : left(unauthorized('The password of this user is wrong; sandbox.users has the one that it is now'))
}

/**
 * Issues a token (interface.md §5): 400 unless the body identifies the user in exactly one way, 401 if there is no such
 * user.
 */
export const authenticate = withFields((call: Call, fields: Fields): Answer => {
  const { state, stage, effects } = call
  if (stage.secretInBody && !isSame(fields.client_secret, state.credentials.clientSecret)) {
    return unauthorized('client_secret is missing in the body, or wrong')
  }
  const named = methods.filter((names) => names.some((name) => name in fields))
  const [method] = named
  const isWhole = method?.every((name) => typeof fields[name] === 'string' && fields[name] !== '') === true
  if (method === undefined || named.length > 1 || !isWhole || !(stage.userIds || method[0] === 'email')) {
    const ways = stage.userIds ? 'user_uuid, external_user_id, or email and password' : 'email and password'
    return badRequest(`In the stage ${stage.name} of the interface the body must name a user by ${ways}`)
  }
  const found = identified(state, fields, method)
  if (isLeft(found)) return found.left
  const user = found.right
  call.about(user)
  if (!state.limiter.authenticate(user.index)) return tooMany('user, for tokens')
  const { token, expiresAt } = state.tokens.issue(user.index)
  return json({
    access_token: token,
    expires_at: isoTime(expiresAt + (effects.skew ?? 0)),
    user: state.dialect.authenticated(user, method[0] === 'email'),
  })
})
