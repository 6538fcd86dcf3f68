import type { Connection } from '../http/Connection.js'
import type { CreateAuthorize } from '../http/policies/authorize.js'
import type { UserIdentity } from '../service/api/userRequests.js'
import type { AccessTokens } from '../streams/tokens/accessTokens.js'
import type { Client } from './Client.js'
import type { Settings } from './config/decodeClientConfig.js'

/**
 * Creates a connection for `principal`. `authorize` creates the policy that adds the user's token. Without it the
 * connection refuses requests that need a user, except through a gateway, which adds the token itself.
 */
export type Connect = (principal: string, authorize?: CreateAuthorize) => Connection

/**
 * The settings of a client, its connections, of the application or of a user, and the tokens of its users, for other
 * modules of this package.
 */
export interface ClientInternals {
  readonly settings: Settings
  readonly connection: (user?: UserIdentity) => Connection
  readonly tokens: (user: UserIdentity) => Pick<AccessTokens, 'invalidate' | 'take'>
}

const internalsByUser = /* @__PURE__ */ new WeakMap<object, ClientInternals>()

/**
 * Registers the settings and connections of a client for `createGateway`, which finds them by the client's function
 * `user`.
 */
export const withInternals = (user: Client['user'], internals: ClientInternals): Client['user'] => {
  internalsByUser.set(user, internals)
  return user
}

/**
 * The settings and connections of the client that the function `user` belongs to; `undefined` if another copy of the
 * package created the client.
 */
export const internalsOf = (user: object): ClientInternals | undefined => internalsByUser.get(user)
