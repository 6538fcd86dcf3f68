import type { Connection } from '../http/Connection.js'
import type { Policy } from '../http/Http.js'

/**
 * Makes a connection on behalf of `principal`. `authorize` adds the tokens of a user; without it, requests of a user are
 * refused, except at a gateway, which has the tokens.
 */
export type Connect = (principal: string, authorize?: Policy) => Connection
