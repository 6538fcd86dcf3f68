import type { Connection } from '../../http/Connection.js'
import type { Request } from '../../service/api/Request.js'
import type { AccessToken } from '../../service/model/AccessToken.js'

/** What the users of a client share. */
export type ClientParts = Pick<Connection, 'client' | 'clock' | 'emit' | 'random'>

/** An authentication, and the connection that it is sent by. Both are made for each one, so that none is kept between them. */
export interface Authentication {
  readonly connection: Connection
  readonly request: Request<AccessToken>
}
