import type { Call } from '../Call.js'
import { page } from '../listPage.js'
import { type Fields, withFields } from '../readFields.js'
import { type Answer, json, noBody, notFound, tooMany } from '../SandboxAnswer.js'
import type { UserState } from '../sandboxUsers.js'
import { sourceOf } from '../Source.js'
import { ofNamedUser } from '../userOperations.js'
import { isoTime } from '../World.js'
import { refused, wrongParameter } from './errors2025.js'
import { userRow } from './rows2025.js'

const longestId = 255

const isId = (u: unknown): u is string => typeof u === 'string' && u !== '' && u.length <= longestId

/** Fields that users no longer have in this stage. Inferred: they are refused. */
const gone = ['email', 'password']

/** Creates a user, 201; 409 if the application's id is taken. */
export const createUser = withFields(({ state, about }, fields) => {
  const { external_user_id: externalUserId = null } = fields
  const wrong = gone.find((name) => name in fields)
  if (wrong !== undefined) return wrongParameter(wrong, 'is no field of a user')
  if (externalUserId !== null && !isId(externalUserId)) {
    return wrongParameter('external_user_id', 'must be a text of 1 to 255 characters')
  }
  if (externalUserId !== null && state.users.byExternalId(externalUserId) !== undefined) {
    return refused(409, 'users.creation.already_exists_with_external_user_id', 'A user has this external_user_id')
  }
  const user = state.users.add({ externalUserId, email: null, password: null })
  about(user)
  return json(userRow(user), 201)
}, true)

/** Deletes a user, 204. */
export const deleteUser = ofNamedUser((user, { state }) => {
  state.removeUser(user)
  return noBody(204)
})

export const user = ofNamedUser((found) => json(userRow(found)))

/** The users of the application, the newest first, or the user with the given id of the application. */
export const users = (call: Call): Answer => {
  const { users: roster } = call.state
  const asked = call.parameters.get('external_user_id')
  const found = roster.all().filter(({ externalUserId }) => asked === null || externalUserId === asked)
  const places = found.map(({ index }) => ({ rank: 0, id: index }))
  return page(
    call,
    sourceOf(places, ({ id }) => roster.at(id) as UserState),
    (rows) => rows.map(userRow),
  )
}

const named = ['user_uuid', 'external_user_id'] as const

/** Issues a token: 400 unless the body identifies the user in exactly one way, 404 for a user who does not exist. */
export const authenticate = withFields((call: Call, fields: Fields): Answer => {
  const { state, effects, about } = call
  const [name, ...others] = named.filter((candidate) => candidate in fields)
  if (name === undefined || others.length > 0 || !isId(fields[name])) {
    return wrongParameter(name ?? 'user_uuid', 'must be the one way in which the body names a user')
  }
  const by = name === 'user_uuid' ? state.users.byUuid : state.users.byExternalId
  const found = by(fields[name])
  if (found === undefined) return notFound(`No user has this ${name}; sandbox.users has those that there are`)
  about(found)
  if (!state.limiter.authenticate(found.index)) return tooMany('user, for tokens')
  const { token, expiresAt } = state.tokens.issue(found.index)
  return json({ access_token: token, expires_at: isoTime(expiresAt + (effects.skew ?? 0)), user: userRow(found) })
})
