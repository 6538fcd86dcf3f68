import { wrongOption } from '../base/error/wrongOption.js'
import type { Connection } from '../http/Connection.js'
import type { ClientSettings } from './config/clientSettings.js'
import type { GatewayClient } from './GatewayClient.js'
import { userReads } from './userReads.js'

/** Creates the function `user` of a client of a gateway. Its user is the one who is logged in. */
export const gatewayUsers =
  (settings: ClientSettings, connection: Connection): GatewayClient['user'] =>
  (identity?: unknown) => {
    if (identity !== undefined) throw wrongOption('/identity', 'no value: the gateway knows who the user is')
    return userReads(settings, () => connection)
  }
