import { EMPTY } from 'rxjs'
import { wrongOption } from '../base/error/wrongOption.js'
import { authorize } from '../http/policies/authorize.js'
import { authenticate, requireIdentity, type UserIdentity } from '../service/api/authenticate.js'
import { defaultService } from '../service/profile/documentedInterface.js'
import { accessTokens } from '../streams/tokens/accessTokens.js'
import type { ConnectionFeature } from './ConnectionFeature.js'
import { decodeIdentity, principalOf } from './userIdentity.js'

/**
 * Lets a connection send the requests of a user, and authenticates the user as a client does: before the first request,
 * before the token ends, and after the service has refused the token. It uses the profile `documentedProfile`, and needs
 * `clientSecret`, which must not be given to a browser.
 *
 * Throws a `ConfigError` for a value that is not an identity. `createConnection` throws an `UnsupportedByVersion` for
 * an identity that the API version does not have.
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
  const identity = decodeIdentity(user)
  if ('token$' in identity) throw wrongOption('/identity', 'no token$: pass it to withTokens(…)')
  return {
    user: ({ connect, authenticationListener, version }) => {
      const service = defaultService(version)
      requireIdentity(service, identity)
      const principal = principalOf(identity)
      const authentication = { connection: connect(principal), request: authenticate(service, identity) }
      const renewal = { keepAlive: false, active$: EMPTY, listener: authenticationListener }
      const tokens = accessTokens(authentication.connection, () => authentication, renewal)
      return connect(
        principal,
        authorize(() => tokens),
      )
    },
  }
}
