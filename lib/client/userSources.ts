import { defer, type Observable } from 'rxjs'
import type { Settings } from '../config.js'
import type { Connection } from '../http/Connection.js'
import type { AccessToken } from '../model/AccessToken.js'
import { suppliedTokens } from '../stream/suppliedTokens.js'
import type { Connect } from './connections.js'
import { type Identity, identity } from './identity.js'
import { sessions } from './sessions.js'

/** Where the requests of a user go out from, and where the user's tokens come from. */
export interface UserSource {
  readonly connection: () => Connection
  readonly token$: Observable<AccessToken>
  readonly invalidate: () => void
}

/** The source of an identity: shared by all who name the same one, or made of tokens that somebody else keeps. */
export const userSources = (settings: Settings, connect: Connect): ((given: Identity) => UserSource) => {
  const open = sessions(settings, connect)
  let supplied = 0

  return (given) => {
    const user = identity(given)
    if ('token$' in user) {
      const connection = connect(`token$=${String(++supplied)}`, suppliedTokens(settings.clock, user.token$))
      return { connection: () => connection, token$: user.token$, invalidate: () => undefined }
    }
    return {
      connection: () => open(user).connection,
      token$: defer(() => open(user).tokens.token$),
      invalidate: () => {
        open(user).tokens.invalidate()
      },
    }
  }
}
