import * as t from 'io-ts'
import { record } from '../../base/codec/record.js'
import { uuid } from '../../base/codec/uuid.js'

/** The user of an access token, for the current and the earlier method of authentication. */
export interface AuthenticatedUser {
  /** The id: a UUID. Documented. */
  readonly uuid: string
  /**
   * The application's own id of the user; `null` or missing if there is none. The current method of authentication has
   * it. Documented.
   */
  readonly external_user_id?: string | null | undefined
  /** The email of the user. The earlier method of authentication has it. Documented. */
  readonly email?: string | null | undefined
}

/** The codec of {@link AuthenticatedUser}. */
export const authenticatedUser = record<AuthenticatedUser>(
  'user',
  { uuid },
  { external_user_id: t.string, email: t.string },
)
