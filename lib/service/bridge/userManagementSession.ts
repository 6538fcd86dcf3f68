import { type Either, map } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { options } from '../../base/codec/options.js'
import { record } from '../../base/codec/record.js'
import { uuid } from '../../base/codec/uuid.js'
import type { ClientError } from '../../base/error/ClientError.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { readCallback, sessionContext } from '../api/readCallback.js'
import type { Request } from '../api/Request.js'
import { userManagementSession as operation } from '../profile/operations.js'
import type { Service } from '../profile/Service.js'
import {
  type HostedSession,
  type NewItemOptions,
  newItemOptions,
  service2025,
  sessionRequest,
  userEmail,
} from './sessionRequest.js'

const codec = record('user management callback', { user_uuid: uuid }, { context: sessionContext })

/**
 * The parameters with which a user management session redirects the browser.
 *
 * - `user_uuid`: the user of the session. The service does not document it in the URL; if the URL has none, this is the
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
 * `Left` if a parameter is malformed or repeated, and if it is about a user other than `expectedUserUuid`. If the URL
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

/** The options of a user management session. They apply to each connect session that the user starts in it. */
export interface UserManagementOptions extends NewItemOptions {
  /** The user's email address. */
  readonly userEmail?: string
}

/** A user management session that was opened. */
export type UserManagementSession = HostedSession

const sessionCodec = options('options', {}, { ...newItemOptions, userEmail })

/** The request that opens a user management session of a service. */
export const openUserManagementSession = (
  service: Service,
  form: UserManagementOptions = {},
): Request<UserManagementSession> => sessionRequest(service, operation, decodeOptions<object>(sessionCodec, form))

/**
 * Creates the request for a session in which a user manages all items on a page of the service. Items that need the
 * user come first, each with its state in words. The user repairs them, adds banks, and chooses which accounts to
 * share. Pass the request to `send` of a user. The response has the `url` to send the browser to. The request is never
 * repeated, so after an error it may be unknown whether there is a session.
 *
 * Throws a `ConfigError` for invalid options. A client whose profile has no user management sessions errors with
 * `UnspecifiedOperation`. The parameters are documented; the form of the response, as for a connect session, is
 * inferred. A gateway refuses this request, because the app's own server decides who the user is and where the browser
 * may go afterwards.
 *
 * @example
 * import { userManagementSession } from 'rxbank/bridge'
 *
 * const { path, body } = userManagementSession({ accountTypes: 'all', callbackUrl: 'https://app.example/banks' })
 * assert.deepStrictEqual(path, '/v3/aggregation/user-management-sessions')
 * assert.deepStrictEqual(body, { account_types: 'all', callback_url: 'https://app.example/banks' })
 */
export const userManagementSession = (form: UserManagementOptions = {}): Request<UserManagementSession> =>
  openUserManagementSession(service2025, form)
