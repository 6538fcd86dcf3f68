import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
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
 * Creates the request for a session in which a user manages all items on a page of the service: those that need the
 * user come first, each with its state in words; the user repairs them, adds banks, and chooses which accounts to
 * share. Pass it to `send` of a user. Its answer has the `url` to send the browser to. The request is never repeated,
 * so after an error it may be unknown whether there is a session.
 *
 * Throws a `ConfigError` for invalid options. A client whose profile has no user management sessions errors with
 * `UnspecifiedOperation`. The parameters are documented; that the answer has the form of a connect session's answer is
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
