import { type Either, map } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { record } from '../../base/codec/record.js'
import { uuid } from '../../base/codec/uuid.js'
import type { ClientError } from '../../base/error/ClientError.js'
import { sessionContext } from '../api/callbackCodecs.js'
import { readCallback } from '../api/readCallback.js'

const codec = record('user management callback', { user_uuid: uuid }, { context: sessionContext })

/**
 * The parameters with which a user management session redirects the browser.
 *
 * - `user_uuid`: the user of the session. The service does not document that the URL has it: without it, this is the
 *   expected user.
 * - `context`: the `context` of the session, at most 100 letters, digits and hyphens; documented.
 */
export interface UserManagementCallback {
  readonly user_uuid: string
  readonly context?: string
}

/**
 * Reads the URL to which a user management session sent the user's browser. The URL does not say what the user has
 * done: read the items again.
 *
 * `Left` if a parameter is malformed or repeated, and if it is about another user than `expectedUserUuid`. If the URL
 * does not name a user, only your own session or `context` shows whose browser it is.
 *
 * @example
 * import { parseUserManagementCallback } from 'rxbank/bridge'
 *
 * const uuid = 'c2a26c9e-dc23-4f67-b887-bbae0f26c415'
 * const parsed = parseUserManagementCallback('https://app.example/banks?context=visit-7', uuid)
 * assert.deepStrictEqual(parsed, { _tag: 'Right', right: { user_uuid: uuid, context: 'visit-7' } })
 */
export const parseUserManagementCallback = (
  url: string,
  expectedUserUuid: string,
): Either<ClientError, UserManagementCallback> =>
  map(({ user_uuid, context }: t.TypeOf<typeof codec>) => ({
    user_uuid,
    ...(typeof context === 'string' ? { context } : {}),
  }))(
    readCallback(
      {
        operation: 'userManagementSession.callback',
        codec,
        names: ['user_uuid', 'context'],
        optional: ['context'],
        implied: { user_uuid: expectedUserUuid },
      },
      url,
      expectedUserUuid,
    ),
  )
