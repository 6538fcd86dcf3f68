import type { Resources } from '../profile/Codecs.js'
import type { Client } from './Client.js'
import type { ItemCollection, UserClient } from './UserClient.js'

/**
 * What a client of a gateway can do for the user who is logged in, as {@link UserClient} has it: all that reads, and
 * refreshes of items.
 */
export interface GatewayUserClient<R extends Resources = Resources> extends Omit<
  UserClient<R>,
  'changePassword' | 'invalidate' | 'items' | 'token$'
> {
  readonly items: Omit<ItemCollection<R>, 'delete'>
}

/**
 * A client of a gateway: of an app's own server, which keeps the secret and the tokens, and knows its user. As
 * {@link Client}, without what takes the application's secret.
 */
export interface GatewayClient<R extends Resources = Resources> extends Omit<Client<R>, 'user' | 'users'> {
  /** What can be done for the user of the app. Throws a `ConfigError` for an identity: the gateway knows who it is. */
  readonly user: () => GatewayUserClient<R>
}
