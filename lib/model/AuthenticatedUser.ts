import * as t from 'io-ts'
import { record } from '../codec/record.js'
import { uuid } from '../codec/uuid.js'

/**
 * The user whom an access token stands for, under the current and the earlier method of authentication.
 *
 * - `uuid`: UUID; interface §2, in both methods.
 * - `external_user_id`: the application's own id, text, `null` or missing if unset; interface §2, current method.
 * - `email`: text; interface §2, earlier method.
 *
 * @example
 * import { authenticatedUser } from 'rxbank'
 *
 * const current = { uuid: 'c2a26c9e-dc23-4f67-b887-bbae0f26c415', external_user_id: 'A6JEJIID1919BDS' }
 * const earlier = { uuid: '73a9a664-66b9-41a3-8f93-e404036f7c2e', email: 'john.doe@example.com' }
 * assert.ok(authenticatedUser.is(current) && authenticatedUser.is(earlier))
 */
export const authenticatedUser = record('user', { uuid }, { external_user_id: t.string, email: t.string })

/** What {@link authenticatedUser} decodes to. */
export interface AuthenticatedUser extends t.TypeOf<typeof authenticatedUser> {}
