import { EMPTY } from 'rxjs'
import { wrongOption } from '../base/error/wrongOption.js'
import { authorize } from '../http/policies/authorize.js'
import { authenticate, requireIdentity, type UserIdentity } from '../service/api/authenticate.js'
import { defaultService } from '../service/profile/defaultInterface.js'
import { accessTokens } from '../streams/tokens/accessTokens.js'
import type { ConnectionFeature } from './ConnectionFeature.js'
import { decodeIdentity, principalOf } from './userIdentity.js'

/**
 * Sends the requests of a user that the connection authenticates, as a client does: when the first request leaves,
 * before the token ends, and when the service refuses it. It uses the profile `defaultProfile`, and needs `clientSecret`,
 * which must not be given to a browser.
 *
 * Throws a `ConfigError` for a value that is not an identity. `createConnection` throws an `UnsupportedByVersion` for
 * an identity that the stage does not have.
 *
 * @example
 * import { all, createConnection, listTransactions, withUser } from 'rxbank'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { firstValueFrom } from 'rxjs'
 *
 * const { credentials, http } = createSandbox({ seed: 1 })
 * const config = { baseUrl: 'https://bank.example', ...credentials, http }
 * const connection = createConnection(config, withUser({ externalUserId: 'A6J' }))
 * assert.ok((await firstValueFrom(all(connection)(listTransactions))).id > 0)
 */
export const withUser = (user: UserIdentity): ConnectionFeature => {
  const known = decodeIdentity(user)
  if ('token$' in known) throw wrongOption('/identity', 'no tokens: withTokens(…) takes them')
  return {
    user: ({ connect, authenticationListener, version }) => {
      const service = defaultService(version)
      requireIdentity(service, known)
      const principal = principalOf(known)
      const authentication = { connection: connect(principal), request: authenticate(service, known) }
      const renewal = { keepAlive: false, active$: EMPTY, listener: authenticationListener }
      const tokens = accessTokens(authentication.connection, () => authentication, renewal)
      return connect(
        principal,
        authorize(() => tokens),
      )
    },
  }
}
