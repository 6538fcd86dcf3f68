import { isLeft } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { language } from '../api/categories.js'
import { landing } from '../api/landing.js'
import type { NewUser } from '../api/users.js'
import { copy } from '../codec/copy.js'
import { id } from '../codec/id.js'
import { words } from '../codec/messages.js'
import { moment } from '../codec/moment.js'
import { nonEmpty } from '../codec/nonEmpty.js'
import { options } from '../codec/options.js'
import { uuid } from '../codec/uuid.js'
import { decodeOptions } from '../error/decodeOptions.js'
import { wrongOption } from '../error/wrongOption.js'

/** The options of `categories`. */
export const categoryOptions = options('options', {}, { language })

/** The options of `updated`. */
export const sinceOptions = options('options', {}, { since: moment })

/** The options of the bank form. */
export const bankFormOptions = options('options', {}, { redirectUrl: landing, itemId: id })

/** The options of a deletion of a user. */
export const deletionOptions = options('options', {}, { password: nonEmpty })

const byPassword = options('a user', { email: nonEmpty, password: nonEmpty }, {})
const byOwnId = options('a user', {}, { externalUserId: nonEmpty })

/** Decodes the argument that describes a new user. */
export const newUser = (given: unknown): NewUser => {
  const fields = decodeOptions(copy, given)
  return decodeOptions<NewUser>('email' in fields || 'password' in fields ? byPassword : byOwnId, fields)
}

/** The options of a change of password. */
export const passwordOptions = options('options', { current: nonEmpty, next: nonEmpty }, {})

const argument =
  <A>(name: string, codec: t.Type<A, unknown>, expected: string) =>
  (given: unknown): A => {
    const decoded = codec.decode(given)
    if (isLeft(decoded)) throw wrongOption(`/${name}`, expected)
    return decoded.right
  }

/** Decodes the id of a resource. */
export const resourceId = argument('id', id, words('a whole number'))

/** Decodes the uuid of a user. */
export const userUuid = argument('userUuid', uuid, uuid.name)
