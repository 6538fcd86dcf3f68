import { isSome } from 'fp-ts/lib/Option.js'
import { credentials } from '#credentials'
import { credentialPlacement } from '../../service/profile/credentialPlacement.js'
import type { ServiceInterface } from '../../service/profile/ServiceProfile.js'
import type { ServiceVersion } from '../../service/profile/ServiceVersion.js'
import { type Access, gatewayAccess } from './access.js'
import type { ConnectionSettings } from './connectionSettings.js'

/** The properties of a service that determine how requests reach it. */
export interface AccessedService {
  readonly profile: Pick<ServiceInterface, 'credentials' | 'publicSecret' | 'userSecret' | 'versionHeader'>
  readonly version: ServiceVersion
  /** The name of the profile that a gateway has to have, if any. */
  readonly gatewayProfile?: string | undefined
}

/** Decides how requests reach the service. All other code uses the result, and does not check for a gateway itself. */
export const accessOf = (
  settings: ConnectionSettings,
  { profile, version, gatewayProfile }: AccessedService,
): Access => {
  const { clientId, gateway } = settings
  if (isSome(gateway)) return gatewayAccess(gateway.value, gatewayProfile)
  const placement = credentialPlacement(profile, version)
  return {
    isGateway: false,
    headers: { [profile.versionHeader]: version.date },
    query: placement.isEarlier ? { client_id: clientId } : {},
    ...credentials(settings, placement),
  }
}
