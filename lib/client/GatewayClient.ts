import type { Resources } from '../service/profile/Codecs.js'
import type { Client } from './Client.js'
import type { ItemCollection, UserClient } from './UserClient.js'

/**
 * The client of the logged-in user, in a client of a gateway: a {@link UserClient} without tokens, changes of the
 * password and deletions of items.
 */
export interface GatewayUserClient<R extends Resources = Resources> extends Omit<
  UserClient<R>,
  'changePassword' | 'invalidate' | 'items' | 'token$'
> {
  /** The user's items, and the refreshes of their data. Only the app's own server can delete an item. */
  readonly items: Omit<ItemCollection<R>, 'delete'>
}

/**
 * The client of a gateway. The gateway is a part of the app's own server; it has the secret and the tokens, and knows
 * which user is logged in. It is a {@link Client} without the operations that need the application's secret.
 */
export interface GatewayClient<R extends Resources = Resources> extends Omit<Client<R>, 'user' | 'users'> {
  /**
   * The client of the user who is logged in to the app. Throws a `ConfigError` if you pass an identity, because the
   * gateway knows who the user is.
   */
  readonly user: () => GatewayUserClient<R>
}
