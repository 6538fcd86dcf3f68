import { defer, map, type Observable, of } from 'rxjs'
import type { Connection } from '../http/Connection.js'
import { authorize, type TokenSource } from '../http/policies/authorize.js'
import { requireIdentity } from '../service/api/userRequests.js'
import type { AccessToken } from '../service/model/AccessToken.js'
import { type SuppliedTokens, suppliedTokens } from '../streams/tokens/suppliedTokens.js'
import type { Connect } from './clientInternals.js'
import type { Settings } from './config/decodeClientConfig.js'
import { type Sessions, sessions } from './sessions.js'
import { decodeIdentity, type Identity } from './userIdentity.js'

/** A user whose tokens the program supplies as `token$`. */
interface SuppliedUser {
  readonly connection: () => Connection
  readonly tokens: SuppliedTokens
}

/**
 * Creates users from `token$`. Each Observable counts as a separate user, because the client does not know whose tokens
 * it emits.
 */
export const suppliedUsers = (
  settings: Settings,
  connect: Connect,
): ((token$: Observable<AccessToken>) => SuppliedUser) => {
  let userCount = 0
  return (token$) => {
    const tokens = suppliedTokens(settings.clock, token$)
    const connection = {
      ...connect(
        `token$=${String(++userCount)}`,
        authorize(() => tokens),
      ),
      isNamed: false,
    }
    return { connection: () => connection, tokens }
  }
}

/** The connection and the tokens of a user. */
export interface UserSource {
  readonly connection: () => Connection
  readonly token$: Observable<AccessToken>
  /** The uuid that the service has given the user: emits it and completes. */
  readonly uuid$: Observable<string>
  readonly invalidate: () => void
}

/** Finds the source of an identity. Equal identities share one; each `token$` has its own. */
export const userSources = (
  settings: Settings,
  connect: Connect,
  open: Sessions = sessions(settings, connect),
): ((identity: Identity) => UserSource) => {
  const connectUser = suppliedUsers(settings, connect)

  const uuidFromToken = (tokens: () => TokenSource): Observable<string> =>
    defer(() => tokens().take(settings.timeout)).pipe(map(({ user }) => user.uuid))

  return (identity) => {
    const user = decodeIdentity(identity)
    if ('token$' in user) {
      const { connection, tokens } = connectUser(user.token$)
      return {
        connection,
        token$: tokens.usable$,
        uuid$: uuidFromToken(() => tokens),
        invalidate: () => undefined,
      }
    }
    requireIdentity(settings, user)
    const session = open.finder(user)
    return {
      connection: () => session().connection,
      token$: defer(() => session().tokens.token$),
      uuid$: 'userUuid' in user ? of(user.userUuid) : uuidFromToken(() => session().tokens),
      invalidate: () => {
        session().tokens.invalidate()
      },
    }
  }
}
