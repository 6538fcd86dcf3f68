import type { Connection } from '../http/Connection.js'
import type { CreateAuthorize } from '../http/policies/authorize.js'

/**
 * Creates a connection for `principal`. `authorize` creates the policy that adds the user's token. Without it the connection
 * refuses requests that need a user, except through a gateway, which adds the token itself.
 */
export type Connect = (principal: string, authorize?: CreateAuthorize) => Connection
