import * as t from 'io-ts'
import { record } from '../codec/record.js'
import { uuid } from '../codec/uuid.js'

/**
 * A user of the application, as in a list of users; it has a UUID in place of an id.
 *
 * - `uuid`: UUID; interface.md §2.
 * - `external_user_id`: the application's own id, text; interface.md §2 names it at authentication, here assumed.
 * - `email`: text; interface.md §2 names it at authentication, here assumed.
 *
 * @example
 * import { user } from 'rxbank'
 *
 * assert.ok(user.is({ uuid: 'ced7c68a-6692-4efe-882b-c03a787f118b', external_user_id: null }))
 */
export const user = record('user', { uuid }, { external_user_id: t.string, email: t.string })

/** What {@link user} decodes to. */
export interface User extends t.TypeOf<typeof user> {}
