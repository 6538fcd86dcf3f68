import type { Connection } from '../http/Connection.js'
import type { CreateAuthorize } from '../http/policies/authorize.js'

/**
 * Makes a connection on behalf of `principal`. `authorize` makes the policy that adds the user's token to a request.
 * Without it the connection refuses requests that need a user, except when the client asks a gateway, which adds the
 * token itself.
 */
export type Connect = (principal: string, authorize?: CreateAuthorize) => Connection
