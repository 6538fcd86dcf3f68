import { page } from '../listPage.js'
import { type Fields, withFields } from '../readFields.js'
import type { Call } from '../router.js'
import { json, noBody, notFound, type SandboxResponse, tooManyRequests } from '../SandboxResponse.js'
import type { UserState } from '../sandboxUsers.js'
import { userInPathOperation } from '../userOperations.js'
import { isoTime, sourceOf } from '../World.js'
import { operationError, parameterError } from './errors2025.js'
import { userRow } from './rows2025.js'

/** Documented. */
const isId = (u: unknown): u is string => typeof u === 'string' && /^[\w-]{1,128}$/.test(u)

/** The fields that this API version has removed from users. Inferred: it refuses them. */
const removedFields = ['email', 'password']

/** Creates a user, 201; 409 if another user has the external id; 403 if the application has as many users as it may have. */
export const createUser = withFields(({ state, noteUser }, fields) => {
  const { external_user_id: externalUserId = null } = fields
  const wrong = removedFields.find((name) => name in fields)
  if (wrong !== undefined) return parameterError(wrong, 'is not a field of a user')
  if (externalUserId !== null && !isId(externalUserId)) {
    return parameterError('external_user_id', 'must be 1 to 128 letters, digits, hyphens and underscores')
  }
  if (externalUserId !== null && state.users.byExternalId(externalUserId) !== undefined) {
    return operationError(
      409,
      'users.creation.already_exists_with_external_user_id',
      'A user has this external_user_id',
    )
  }
  if (state.users.all().length >= state.maxUsers) {
    return operationError(403, 'app.users.maximum_reached', 'The application has the maximum number of users')
  }
  const user = state.users.add({ externalUserId, email: null, password: null })
  noteUser(user)
  return json(userRow(user), 201)
}, true)

/** Deletes a user, 204. */
export const deleteUser = userInPathOperation((user, { state }) => {
  state.removeUser(user)
  return noBody(204)
})

export const user = userInPathOperation((found) => json(userRow(found)))

/** The users of the application, newest first, or the user with the given external id. */
export const users = (call: Call): SandboxResponse => {
  const { users: roster } = call.state
  const externalId = call.parameters.get('external_user_id')
  const found = roster.all().filter(({ externalUserId }) => externalId === null || externalUserId === externalId)
  const keys = found.map(({ index }) => ({ rank: 0, id: index }))
  return page(
    call,
    sourceOf(keys, ({ id }) => roster.at(id) as UserState),
    (rows) => rows.map(userRow),
  )
}

const identityFields = ['user_uuid', 'external_user_id'] as const

/** Issues a token: 400 unless the body identifies the user in exactly one way, 404 for a user who does not exist. */
export const issueToken = withFields((call: Call, fields: Fields): SandboxResponse => {
  const { state, effects, noteUser } = call
  const [name, ...others] = identityFields.filter((candidate) => candidate in fields)
  if (name === undefined || others.length > 0 || !isId(fields[name])) {
    return parameterError(name ?? 'user_uuid', 'must be the only identity in the body')
  }
  const index = name === 'user_uuid' ? state.users.byUuid : state.users.byExternalId
  const found = index(fields[name])
  if (found === undefined) return notFound(`No user has this ${name}; sandbox.users lists the existing users`)
  noteUser(found)
  if (!state.limiter.authenticate(found.index)) return tooManyRequests('limit of token requests for the user')
  const { token, expiresAt } = state.tokens.issue(found.index)
  return json({ access_token: token, expires_at: isoTime(expiresAt + (effects.skew ?? 0)), user: userRow(found) })
})
