import { sweptMap } from '../base/clock/sweptMap.js'
import type { Connection } from '../http/Connection.js'
import { authorize } from '../http/policies/authorize.js'
import { authenticate, type UserIdentity } from '../service/api/userRequests.js'
import { type AccessTokens, accessTokens } from '../streams/tokens/accessTokens.js'
import { SharedToken } from '../streams/tokens/SharedToken.js'
import type { Connect } from './clientInternals.js'
import type { Settings } from './config/decodeClientConfig.js'
import { principalOf } from './userIdentity.js'

/** The connection and the tokens of one identity within a client. All `UserClient`s of the identity share them. */
export interface Session {
  readonly connection: Connection
  readonly tokens: AccessTokens
}

/**
 * A session is removed at the earliest this many milliseconds after its last use. Until then, its back-offs and its
 * counted 401s may matter.
 */
const minIdle = 10 * 60_000

/** The sessions of a client, by identity. */
export interface Sessions {
  (user: UserIdentity): Session
  /** A function that finds or opens the session of an identity; it computes the key of the identity only once. */
  readonly finder: (user: UserIdentity) => () => Session
  /** Forgets the tokens of a user, whichever identity they were issued for. */
  readonly forget: (userUuid: string) => void
}

/**
 * The shared token of a user; `undefined` without a store. The tokens of users who authenticate by password are not
 * shared, because a caller with a wrong password would then get the token of a caller with the right password.
 */
const shareToken = (settings: Settings, user: UserIdentity, parts: Connection): SharedToken | undefined => {
  const { clientId, tokenStore } = settings
  if (tokenStore === undefined || 'password' in user) return undefined
  const { origin, prefix } = parts.baseUrl
  const { path } = authenticate(settings, user)
  const application = `${origin}${prefix}${path}?client_id=${encodeURIComponent(clientId)}`
  return new SharedToken(tokenStore, `${application}&${principalOf(user)}`, parts)
}

/** Stores one session for each identity, while it is in use or has a valid token. */
export const sessions = (settings: Settings, connect: Connect): Sessions => {
  const sessionsByKey = sweptMap<Session>(settings.clock, { isIdle: ({ tokens }) => tokens.isIdle(), minIdle })
  const renewal = {
    keepAlive: settings.keepAlive,
    active$: settings.active$,
    listener: settings.access.authenticationListener,
  }
  /** Only for the parts that all sessions share; it sends no requests. */
  const sharedParts = connect('')

  const open = (user: UserIdentity, key: string): Session => {
    const authentication = () => ({ connection: session.connection, request: authenticate(settings, user) })
    /** A watcher may outlive its first session, so each attempt at a request looks up the current session. */
    const currentTokens = () => find(user, key).tokens
    let connection: Connection | undefined
    const session: Session = {
      tokens: accessTokens(sharedParts, authentication, renewal, shareToken(settings, user, sharedParts)),
      get connection() {
        return (connection ??= connect(principalOf(user), authorize(currentTokens)))
      },
    }
    return session
  }

  const find = (user: UserIdentity, key: string): Session => sessionsByKey.get(key, () => open(user, key))

  const finder = (user: UserIdentity) => {
    const key = JSON.stringify([principalOf(user), 'password' in user ? user.password : null])
    return () => find(user, key)
  }

  return Object.assign((user: UserIdentity) => finder(user)(), {
    finder,
    forget: (userUuid: string) => {
      for (const { tokens } of sessionsByKey.values()) tokens.invalidate(userUuid)
    },
  })
}
