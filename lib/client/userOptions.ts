import { copyCodec } from '../base/codec/copyCodec.js'
import { nonEmpty } from '../base/codec/nonEmpty.js'
import { options } from '../base/codec/options.js'
import { uuid } from '../base/codec/uuid.js'
import { decodeOptions } from '../base/error/decodeOptions.js'
import type { NewUser } from '../service/api/userRequests.js'
import { argument } from './operationOptions.js'

/** The options of a deletion of a user. */
export const deletionOptions = options('options', {}, { password: nonEmpty })

const byPassword = options('a user', { email: nonEmpty, password: nonEmpty }, {})
const byExternalId = options('a user', {}, { externalUserId: nonEmpty })

/** Decodes the argument that describes a new user. */
export const newUser = (user: unknown): NewUser => {
  const fields = decodeOptions(copyCodec, user)
  return decodeOptions<NewUser>('email' in fields || 'password' in fields ? byPassword : byExternalId, fields)
}

/** The options of a change of password. */
export const passwordOptions = options('options', { current: nonEmpty, next: nonEmpty }, {})

/** Decodes the uuid of a user. */
export const userUuid = argument('userUuid', uuid, uuid.name)
