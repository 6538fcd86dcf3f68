import * as t from 'io-ts'
import { record } from '../codec/record.js'
import { uuid } from '../codec/uuid.js'

/** The codec of {@link AuthenticatedUser}. */
export const authenticatedUser = record('user', { uuid }, { external_user_id: t.string, email: t.string })

/**
 * The user whom an access token stands for, under the current and the earlier method of authentication.
 *
 * - `uuid`: UUID; interface.md §2, in both methods.
 * - `external_user_id`: the application's own id, text, `null` or missing if unset; interface.md §2, current method.
 * - `email`: text; interface.md §2, earlier method.
 */
export interface AuthenticatedUser extends t.TypeOf<typeof authenticatedUser> {}
