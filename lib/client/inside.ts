import type { UserIdentity } from '../api/authenticate.js'
import type { Settings } from '../config/settings.js'
import type { Connection } from '../http/Connection.js'
import type { Client } from './Client.js'

/** A client from inside: how it is set up, and the connection of the application, or of a user. */
export interface Inside {
  readonly settings: Settings
  readonly connection: (user?: UserIdentity) => Connection
}

const insides = /* @__PURE__ */ new WeakMap<object, Inside>()

/** Keeps the inside of a client by its `user`, for those who pass on requests of others through it. */
export const withInside = (user: Client['user'], inside: Inside): Client['user'] => {
  insides.set(user, inside)
  return user
}

/** The inside of the client that `user` is of, if this copy of the package made it. */
export const insideOf = (user: object): Inside | undefined => insides.get(user)
