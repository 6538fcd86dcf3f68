import * as t from 'io-ts'
import { integer } from '../../base/codec/integer.js'
import { methodsCodec } from '../../base/codec/methodsCodec.js'
import { permits } from '../../http/budget/permitsCodec.js'
import type { SharedPermits } from '../../http/budget/PermitSource.js'
import { type Limits, limits } from '../../service/profile/rateLimits.js'
import type { TokenStore } from '../../streams/tokens/TokenStore.js'
import { clientFields, type ClientSettings, serviceOf, withProfile } from './clientSettings.js'
import { connectionToService } from './connectionToService.js'
import { serviceAccess } from './serviceAccess.js'

/** The decoded configuration of a client that enforces limits, with all defaults. */
export interface Settings extends ClientSettings {
  readonly limits: Limits
  readonly permits: SharedPermits | undefined
  readonly maxWaiting: number
  readonly keepAlive: boolean
  readonly tokenStore: TokenStore | undefined
}

const fields = {
  ...clientFields,
  limits,
  permits,
  maxWaiting: integer(0),
  keepAlive: t.boolean,
  tokenStore: methodsCodec<TokenStore>('a token store, with take, save and forget', 'take', 'save', 'forget'),
}

/** Decodes a configuration and fills in the defaults. Throws one `ConfigError` that names all wrong fields. */
export const decodeClientConfig = (config: unknown): Settings => {
  const [connection, decoded] = connectionToService(config, fields, serviceOf(config))
  const clientSettings = withProfile(connection, decoded, (service) => serviceAccess(connection, service))
  return {
    ...clientSettings,
    limits: decoded.limits ?? clientSettings.profile.limits,
    permits: decoded.permits,
    maxWaiting: decoded.maxWaiting ?? 10_000,
    keepAlive: decoded.keepAlive ?? false,
    tokenStore: decoded.tokenStore,
  }
}
