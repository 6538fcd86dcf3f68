import { isLeft } from 'fp-ts/lib/Either.js'
import type { Call } from './Call.js'
import { isSame } from './readBody.js'
import { readFields } from './readFields.js'
import { badRequest, failure, noBody, notFound, type SandboxResponse } from './SandboxResponse.js'

/** Whether a value is a valid password. */
export const isPassword = (u: unknown): u is string => typeof u === 'string' && u.length >= 6 && u.length <= 72

/** Changes a user's password and revokes the user's tokens; 403 if the current password is wrong. */
export const changePassword = (call: Call): SandboxResponse => {
  const { state, match, noteUser } = call
  const user = state.users.byUuid(match.id)
  if (user === undefined) return notFound('There is no such user')
  noteUser(user)
  const body = readFields(call)
  if (isLeft(body)) return body.left
  const { current, next } = state.profile.passwordFields
  const newPassword = body.right[next]
  if (typeof body.right[current] !== 'string' || !isPassword(newPassword)) {
    return badRequest(`${current} and ${next} must be passwords of 6 to 72 characters`)
  }
  if (!isSame(body.right[current], user.password)) return failure(403, 'forbidden', 'The current password is wrong')
  user.password = newPassword
  state.tokens.revoke(user.index)
  return noBody(204)
}
