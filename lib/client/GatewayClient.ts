import type { Resources } from '../profile/Codecs.js'
import type { Client } from './Client.js'
import type { UserClient } from './UserClient.js'

/** What a client of a gateway can do for the user who is logged in: all that reads, as {@link UserClient} has it. */
export type GatewayUserClient<R extends Resources = Resources> = Omit<
  UserClient<R>,
  'changePassword' | 'invalidate' | 'token$'
>

/**
 * A client of a gateway: of an app's own server, which keeps the secret and the tokens, and knows its user. As
 * {@link Client}, without what takes the application's secret.
 */
export interface GatewayClient<R extends Resources = Resources> extends Omit<Client<R>, 'user' | 'users'> {
  /** What can be done for the user of the app. Throws a `ConfigError` for an identity: the gateway knows who it is. */
  readonly user: () => GatewayUserClient<R>
}
