import { gatewayAccess } from './access.js'
import { clientFields, type ClientSettings, gatewayProfileName, serviceOf, withProfile } from './clientSettings.js'
import { connectionToGateway } from './connectionToGateway.js'

/**
 * Decodes the configuration of a client of a gateway, and fills in the defaults. Throws one `ConfigError` that names all wrong
 * fields.
 */
export const gatewaySettings = (config: unknown): ClientSettings => {
  const { settings, decoded, headers } = connectionToGateway(config, clientFields, serviceOf(config).roots)
  return withProfile(settings, decoded, ({ profile }) => gatewayAccess(headers, gatewayProfileName(profile)))
}
