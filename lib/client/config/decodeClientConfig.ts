import * as t from 'io-ts'
import { integer } from '../../base/codec/integer.js'
import { methods } from '../../base/codec/methods.js'
import { permits } from '../../http/budget/permits.js'
import type { SharedPermits } from '../../http/budget/PermitSource.js'
import { type Limits, limits } from '../../service/profile/rateLimits.js'
import type { TokenStore } from '../../streams/tokens/TokenStore.js'
import { clientFields, type ClientSettings, expectedOf, serviceOf, withProfile } from './clientSettings.js'
import { connectionToGateway } from './connectionToGateway.js'
import { connectionToService } from './connectionToService.js'
import { namesGateway } from './namesGateway.js'
import { accessOf } from './serviceAccess.js'

/** The decoded configuration of a client that keeps to limits, with all defaults. */
export interface Settings extends ClientSettings {
  readonly limits: Limits
  readonly permits: SharedPermits | undefined
  readonly maxWaiting: number
  readonly keepAlive: boolean
  readonly tokenStore: TokenStore | undefined
}

const fields = { ...clientFields, limits, permits, maxWaiting: integer(0) }

const ofService = {
  ...fields,
  keepAlive: t.boolean,
  tokenStore: methods<TokenStore>('a token store, with take, save and forget', 'take', 'save', 'forget'),
}

/** Decodes a configuration and fills in the defaults; throws one `ConfigError` that names all that is wrong. */
export const decodeClientConfig = (config: unknown): Settings => {
  const known = serviceOf(config)
  const [connection, decoded]: ReturnType<typeof connectionToService<typeof ofService>> = namesGateway(config)
    ? connectionToGateway(config, fields, known.roots)
    : connectionToService(config, ofService, known)
  const ofClient = withProfile(connection, decoded, (service) =>
    accessOf(connection, { ...service, expected: expectedOf(service.profile) }),
  )
  return {
    ...ofClient,
    limits: decoded.limits ?? ofClient.profile.limits,
    permits: decoded.permits,
    maxWaiting: decoded.maxWaiting ?? 10_000,
    keepAlive: decoded.keepAlive ?? false,
    tokenStore: decoded.tokenStore,
  }
}
