import { getOrElse } from 'fp-ts/lib/Option.js'
import { notAllowed } from '../../base/codec/notAllowed.js'
import { gatewayAccess } from './access.js'
import { clientFields, type ClientSettings, gatewayProfileName, serviceOf, withProfile } from './clientSettings.js'
import { connectionToGateway } from './connectionToGateway.js'

const limitedByGateway = notAllowed(
  'nothing, for the gateway keeps to limits; createClient, in Angular withWholeClient(), does so in the page as well',
)

const fields = { ...clientFields, limits: limitedByGateway, permits: limitedByGateway, maxWaiting: limitedByGateway }

/**
 * Decodes the configuration of a client of a gateway that keeps to no limits by itself, and fills in the defaults;
 * throws one `ConfigError` that names all that is wrong.
 */
export const gatewaySettings = (config: unknown): ClientSettings => {
  const [connection, decoded] = connectionToGateway(config, fields, serviceOf(config).roots)
  return withProfile(connection, decoded, ({ profile }) =>
    gatewayAccess(getOrElse(() => ({}))(connection.gateway), gatewayProfileName(profile)),
  )
}
