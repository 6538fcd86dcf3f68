import type { Connection } from '../../http/Connection.js'
import type { Request } from '../../service/api/Request.js'
import type { AccessToken } from '../../service/model/AccessToken.js'

/** The parts that all users of a client share. */
export type ClientParts = Pick<Connection, 'client' | 'clock' | 'emit' | 'random'>

/** The request of an authentication, and the connection that sends it. */
export interface Authentication {
  readonly connection: Connection
  readonly request: Request<AccessToken>
}
