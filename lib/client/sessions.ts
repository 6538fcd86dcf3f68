import { authenticate, type UserIdentity } from '../api/authenticate.js'
import type { Settings } from '../config.js'
import type { Connection } from '../http/Connection.js'
import type { TokenSource } from '../http/policies/authorize.js'
import { type AccessTokens, accessTokens } from '../stream/accessTokens.js'
import type { Connect } from './connections.js'
import { principalOf } from './identity.js'

/** What one identity shares within a client, however many ask for it. */
export interface Session {
  readonly connection: Connection
  readonly tokens: AccessTokens
}

/** The session of an identity: the one that is kept, or a new one. */
export type Sessions = (user: UserIdentity) => Session

/** Sessions are looked through for dead ones whenever there are twice as many as were alive the last time. */
const leastToSweep = 64

/** Keeps one session an identity, and lets go of those that nobody uses and whose token is dead. */
export const sessions = (settings: Settings, connect: Connect): Sessions => {
  const kept = new Map<string, Session>()
  let sweepAt = leastToSweep

  const sweep = (): void => {
    for (const [key, { tokens }] of kept) if (tokens.isIdle()) kept.delete(key)
    sweepAt = Math.max(leastToSweep, kept.size * 2)
  }

  const open = (user: UserIdentity): Session => {
    const principal = principalOf(user)
    const tokens = accessTokens(connect(principal), authenticate(settings, user, settings.clientSecret), settings)
    // A watcher that sleeps outlives the session it began with: each request looks up the one of its moment.
    const current: TokenSource = {
      take: (patience, priority) => sessionOf(user).tokens.take(patience, priority),
      lives: (token) => sessionOf(user).tokens.lives(token),
      refuse: (token) => sessionOf(user).tokens.refuse(token),
      accept: (token) => {
        sessionOf(user).tokens.accept(token)
      },
    }
    return { connection: connect(principal, current), tokens }
  }

  const sessionOf: Sessions = (user) => {
    const key = JSON.stringify([principalOf(user), 'password' in user ? user.password : null])
    const existing = kept.get(key)
    if (existing !== undefined) return existing
    if (kept.size >= sweepAt) sweep()
    const session = open(user)
    kept.set(key, session)
    return session
  }

  return sessionOf
}
