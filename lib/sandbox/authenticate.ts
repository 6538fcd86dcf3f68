import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { type Answer, badRequest, json, unauthorized } from './Answer.js'
import type { Call } from './Call.js'
import { isSame, readBody } from './readBody.js'
import type { State } from './State.js'
import type { UserState } from './users.js'
import { isoTime } from './World.js'

const methods = [['user_uuid'], ['external_user_id'], ['email', 'password']] as const

type Fields = Readonly<Record<string, unknown>>

/** The user whom the body names. It says which of user and password is wrong: a sandbox is for developers. */
const identified = (state: State, fields: Fields, [name]: (typeof methods)[number]): Either<Answer, UserState> => {
  const by = { user_uuid: state.userByUuid, external_user_id: state.userByExternalId, email: state.userByEmail }
  const user = by[name](String(fields[name]))
  if (user === undefined) return left(unauthorized(`No user has this ${name}; sandbox.users has those that there are`))
  return name !== 'email' || isSame(fields.password, user.password)
    ? right(user)
    : left(unauthorized('The password of this user is wrong; sandbox.users has the one that it is now'))
}

/** Gives out a token (§5): 400 unless the body names the user in exactly one way, 401 when there is no such user. */
export const authenticate = (call: Call): Answer => {
  const { state, request, stage, tuning } = call
  const body = readBody(request)
  if (isLeft(body)) return body.left
  const fields = body.right
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
  const { token, expiresAt } = state.tokens.issue(user.index)
  const { uuid, email, externalUserId } = user
  return json({
    access_token: token,
    expires_at: isoTime(expiresAt + (tuning.skew ?? 0)),
    user: method[0] === 'email' ? { uuid, email } : { uuid, external_user_id: externalUserId },
  })
}
