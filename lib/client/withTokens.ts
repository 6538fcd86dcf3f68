import type { Observable } from 'rxjs'
import { observableCodec } from '../base/codec/observableCodec.js'
import { wrongOption } from '../base/error/wrongOption.js'
import { authorize } from '../http/policies/authorize.js'
import type { AccessToken } from '../service/model/AccessToken.js'
import { suppliedTokens } from '../streams/tokens/suppliedTokens.js'
import type { ConnectionFeature } from './ConnectionFeature.js'

const tokens = /* @__PURE__ */ observableCodec('an Observable of access tokens')

/**
 * Lets a connection send the requests of a user, with tokens that your program obtains and renews. A request takes the first
 * token of `token$` that has not expired and that the service has not refused.
 *
 * `token$` is subscribed to while a request waits for a token, so it must emit the current token to each new
 * subscriber. Throws a `ConfigError` if `token$` is not an Observable.
 *
 * @example
 * import { all, createClient, createConnection, listTransactions, withTokens } from 'rxbank'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { firstValueFrom } from 'rxjs'
 *
 * const { credentials, http } = createSandbox({ seed: 1 })
 * const config = { baseUrl: 'https://bank.example', ...credentials, http }
 * const { token$ } = createClient(config).user({ externalUserId: 'A6J' })
 * const transaction$ = all(createConnection(config, withTokens(token$)))(listTransactions)
 * assert.ok((await firstValueFrom(transaction$)).id > 0)
 */
export const withTokens = (token$: Observable<AccessToken>): ConnectionFeature => {
  if (!tokens.is(token$)) throw wrongOption('/token$', tokens.name)
  return {
    user: ({ connect, settings }) => {
      const source = suppliedTokens(settings.clock, token$)
      return {
        ...connect(
          'token$',
          authorize(() => source),
        ),
        isNamed: false,
      }
    },
  }
}
