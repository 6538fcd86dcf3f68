import { isLeft } from 'fp-ts/lib/Either.js'
import type { Observable } from 'rxjs'
import { copyCodec } from '../base/codec/copyCodec.js'
import { decode } from '../base/codec/decode.js'
import { observableCodec } from '../base/codec/guardCodec.js'
import { nonEmpty } from '../base/codec/nonEmpty.js'
import { options } from '../base/codec/options.js'
import { uuid } from '../base/codec/uuid.js'
import { decodeOptions, wrongOption } from '../base/error/decodeOptions.js'
import type { NewUser, UserIdentity } from '../service/api/userRequests.js'
import type { AccessToken } from '../service/model/AccessToken.js'
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

/** The options of a user with an id of the application. */
export const namedUser = options('user', { externalUserId: nonEmpty }, {})

/** The options of a change of password. */
export const passwordOptions = options('options', { current: nonEmpty, next: nonEmpty }, {})

/** Decodes the uuid of a user. */
export const userUuid = argument('userUuid', uuid, uuid.name)

/** How a program identifies a user: by an identity of the service, or by a stream of tokens that it obtains itself. */
export type Identity = UserIdentity | { readonly token$: Observable<AccessToken> }

const forms = {
  userUuid: options('identity', { userUuid: uuid }, {}),
  externalUserId: options('identity', { externalUserId: nonEmpty }, {}),
  email: options('identity', { email: nonEmpty, password: nonEmpty }, {}),
  token$: options(
    'identity',
    { token$: observableCodec<Observable<AccessToken>>('an Observable of access tokens') },
    {},
  ),
}

const expected = 'one of { userUuid }, { externalUserId }, { email, password } and { token$ }'

/** Decodes an identity; throws a `ConfigError` if it is invalid or mixes several kinds. */
export const decodeIdentity = (identity: unknown): Identity => {
  const copied = decode(copyCodec, identity)
  const present = Object.entries(isLeft(copied) ? {} : copied.right).filter(([, value]) => value !== undefined)
  const fields = Object.fromEntries(present)
  const [form, ...others] = Object.entries(forms).filter(([key]) => Object.hasOwn(fields, key))
  if (form === undefined || others.length > 0) throw wrongOption('/identity', expected)
  return decodeOptions<Identity>(form[1], fields)
}

/** The principal of an identity, without its password. */
export const principalOf = (user: UserIdentity): string => {
  if ('userUuid' in user) return `user_uuid=${user.userUuid.toLowerCase()}`
  if ('externalUserId' in user) return `external_user_id=${user.externalUserId}`
  return `email=${user.email}`
}
