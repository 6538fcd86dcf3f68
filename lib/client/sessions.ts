import type { Observable } from 'rxjs'
import { authenticate, type UserIdentity } from '../api/authenticate.js'
import type { Settings } from '../config/settings.js'
import type { Connection } from '../http/Connection.js'
import type { Priority } from '../http/HttpRequest.js'
import { authorize, type TokenSource } from '../http/policies/authorize.js'
import type { AccessToken } from '../model/AccessToken.js'
import { type AccessTokens, accessTokens } from '../tokens/accessTokens.js'
import type { Connect } from './Connect.js'
import { principalOf } from './identity.js'

/** What one identity shares within a client, however many ask for it. */
export interface Session {
  readonly connection: Connection
  readonly tokens: AccessTokens
}

/** The session of an identity: the one that is kept, or a new one. */
export interface Sessions {
  (user: UserIdentity): Session
  /** Where to look up the session of an identity, for who needs it often. */
  readonly finder: (user: UserIdentity) => () => Session
  /** Forgets the tokens of a user, by whatever identity they were asked for. */
  readonly forget: (userUuid: string) => void
}

/** Sessions are looked through for dead ones whenever there are twice as many as were alive the last time. */
const leastToSweep = 64

/** A watcher that sleeps outlives the session it began with: each request looks up the one of its moment. */
class CurrentTokens implements TokenSource {
  constructor(private readonly tokens: () => TokenSource) {}

  ready(): AccessToken | undefined {
    return this.tokens().ready?.()
  }

  take(timeout: number, priority?: Priority): Observable<AccessToken> {
    return this.tokens().take(timeout, priority)
  }

  lives(token: AccessToken): boolean {
    return this.tokens().lives(token)
  }

  refuse(token: AccessToken): boolean {
    return this.tokens().refuse(token)
  }

  accept(token: AccessToken): void {
    this.tokens().accept(token)
  }
}

/** Who only watches a user's token needs no connection for other requests: it is made when first asked for. */
class Kept implements Session {
  private made: Connection | undefined

  constructor(
    readonly tokens: AccessTokens,
    private readonly connect: () => Connection,
  ) {}

  get connection(): Connection {
    return (this.made ??= this.connect())
  }
}

/** Keeps one session an identity, and lets go of those that nobody uses and whose token is dead. */
export const sessions = (settings: Settings, connect: Connect): Sessions => {
  const kept = new Map<string, Session>()
  const renewal = { keepAlive: settings.keepAlive, active$: settings.active$, issue: settings.access.issue }
  let sweepAt = leastToSweep

  const sweep = (): void => {
    for (const [key, { tokens }] of kept) if (tokens.isIdle()) kept.delete(key)
    sweepAt = Math.max(leastToSweep, kept.size * 2)
  }

  const open = (user: UserIdentity, key: string): Session => {
    const principal = principalOf(user)
    const tokens = accessTokens(connect(principal), authenticate(settings, user), renewal)
    const current = new CurrentTokens(() => find(user, key).tokens)
    return new Kept(tokens, () => connect(principal, authorize(current)))
  }

  const find = (user: UserIdentity, key: string): Session => {
    const existing = kept.get(key)
    if (existing !== undefined) return existing
    if (kept.size >= sweepAt) sweep()
    const session = open(user, key)
    kept.set(key, session)
    return session
  }

  const finder = (user: UserIdentity) => {
    const key = JSON.stringify([principalOf(user), 'password' in user ? user.password : null])
    return () => find(user, key)
  }

  return Object.assign((user: UserIdentity) => finder(user)(), {
    finder,
    forget: (userUuid: string) => {
      for (const { tokens } of kept.values()) tokens.invalidate(userUuid)
    },
  })
}
