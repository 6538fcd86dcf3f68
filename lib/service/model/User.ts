import * as t from 'io-ts'
import { lenient, record } from '../../base/codec/record.js'
import { uuid } from '../../base/codec/uuid.js'

/** The decoded type of {@link user}. */
export interface User {
  /** The id: a UUID. Documented. */
  readonly uuid: string
  /** The application's own id of the user. Assumed in lists of users; the API documents it only at authentication. */
  readonly external_user_id?: string | null | undefined
  /** The email of the user. Assumed in lists of users; the API documents it only at authentication. */
  readonly email?: string | null | undefined
}

/**
 * A user of the application, as in a list of users. A user has a UUID instead of an id.
 *
 * @example
 * import { user } from 'rxbank/codec'
 *
 * assert.ok(user.is({ uuid: 'ced7c68a-6692-4efe-882b-c03a787f118b', external_user_id: null }))
 */
export const user = record<User>('user', { uuid }, lenient({ external_user_id: t.string, email: t.string }))
