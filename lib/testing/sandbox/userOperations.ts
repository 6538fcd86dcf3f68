import { isLeft } from 'fp-ts/lib/Either.js'
import { nonEmpty } from '../../base/codec/nonEmpty.js'
import { page } from './listPage.js'
import { type Fields, isSame, readFields, withFields } from './readFields.js'
import type { Call } from './router.js'
import { badRequest, failure, json, noBody, notFound, type SandboxResponse } from './SandboxResponse.js'
import type { Identity, UserState } from './sandboxUsers.js'
import type { State } from './State.js'
import { sourceOf } from './World.js'

/** Whether a value is a valid password. */
const isPassword = (u: unknown): u is string => typeof u === 'string' && u.length >= 6 && u.length <= 72

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

/** Creates an operation on the user whose uuid is in the path. */
export const userInPathOperation =
  (answer: (user: UserState, call: Call) => SandboxResponse) =>
  (call: Call): SandboxResponse => {
    const user = call.state.users.byUuid(call.match.id)
    if (user === undefined) return notFound('There is no such user')
    call.noteUser(user)
    return answer(user, call)
  }

const maxIdLength = 255

/** The identity of a new user: email and password, or an optional external id; `undefined` for invalid fields. */
const readIdentity = (fields: Fields, { apiVersion }: Call): Identity | undefined => {
  const { email = null, password = null, external_user_id: externalUserId = null } = fields
  if (email === null && password === null && apiVersion.acceptsUserIds) {
    const isId = externalUserId === null || (nonEmpty.is(externalUserId) && externalUserId.length <= maxIdLength)
    return isId ? { externalUserId, email, password } : undefined
  }
  const isComplete =
    nonEmpty.is(email) && /^[^@\s]+@[^@\s]+$/.test(email) && isPassword(password) && externalUserId === null
  return isComplete ? { externalUserId, email, password } : undefined
}

const isKnown = ({ users }: State, { email, externalUserId }: Identity): boolean =>
  (email !== null && users.byEmail(email) !== undefined) ||
  (externalUserId !== null && users.byExternalId(externalUserId) !== undefined)

/** Creates a user, 201; 409 if another user has the email or the external id. */
export const createUser = withFields((call, fields) => {
  const { state } = call
  const identity = readIdentity(fields, call)
  if (identity === undefined) {
    const ways = 'email, with an @, and password, of 6 to 72 characters'
    return badRequest(
      call.apiVersion.acceptsUserIds
        ? `The body may have external_user_id, or ${ways}, or neither`
        : `The body must have ${ways}`,
    )
  }
  const name = identity.email ?? identity.externalUserId
  if (isKnown(state, identity)) return failure(409, 'conflict', `User '${String(name)}' already exists`)
  const user = state.users.add(identity)
  call.noteUser(user)
  return json(state.dialect.user(user), 201)
}, true)

/** Deletes a user, 204. For a user who has only an email and a password, the password must be sent. */
export const deleteUser = userInPathOperation((user, call) => {
  const fields = readFields(call, true)
  if (fields._tag === 'Left') return fields.left
  const { password } = fields.right
  const isPasswordRequired = user.externalUserId === null ? user.password !== null : !call.apiVersion.acceptsUserIds
  if (password === undefined && isPasswordRequired) return badRequest('password is missing')
  if (password !== undefined && !isSame(password, user.password)) {
    return failure(403, 'forbidden', 'The password of this user is wrong')
  }
  call.state.removeUser(user)
  return noBody(204)
})

/** Deletes all users, 204. */
export const deleteUsers = ({ state }: Call): SandboxResponse => {
  for (const existing of state.users.all()) state.removeUser(existing)
  return noBody(204)
}

export const user = userInPathOperation((found, { state }) => json(state.dialect.user(found)))

/** The users of the application, newest first. */
export const users = (call: Call): SandboxResponse => {
  const { dialect, users: roster } = call.state
  const keys = roster.all().map(({ index }) => ({ rank: 0, id: index }))
  const source = sourceOf(keys, ({ id }) => roster.at(id) as UserState)
  return page(call, source, (rows) => rows.map(dialect.user))
}
