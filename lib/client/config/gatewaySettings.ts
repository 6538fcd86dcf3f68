import { getOrElse } from 'fp-ts/lib/Option.js'
import { notAllowed } from '../../base/codec/notAllowed.js'
import { gatewayAccess } from './access.js'
import { clientFields, type ClientSettings, gatewayProfileName, serviceOf, withProfile } from './clientSettings.js'
import { connectionToGateway } from './connectionToGateway.js'

const limitedByGateway = notAllowed(
  'no value: the gateway enforces the limits; to enforce them in the page too, use createClient, in Angular withFullClient()',
)

const fields = { ...clientFields, limits: limitedByGateway, permits: limitedByGateway, maxWaiting: limitedByGateway }

/**
 * Decodes the configuration of a client of a gateway that enforces no limits itself, and fills in the defaults. Throws one
 * `ConfigError` that names all wrong fields.
 */
export const gatewaySettings = (config: unknown): ClientSettings => {
  const [connection, decoded] = connectionToGateway(config, fields, serviceOf(config).roots)
  return withProfile(connection, decoded, ({ profile }) =>
    gatewayAccess(getOrElse(() => ({}))(connection.gateway), gatewayProfileName(profile)),
  )
}
